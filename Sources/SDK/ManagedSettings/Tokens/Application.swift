// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// An application, named by what the family may know of it (T3).
public struct Application: Hashable, Sendable {
  /// Nil for an application that was chosen by token, outside sealed processes (T3).
  public let bundleIdentifier: String?
  /// Nil for an application that was made from its identifier (T4).
  public let token: ApplicationToken?
  /// Its name in the person's language, in sealed processes only; nil elsewhere (T3).
  public let localizedDisplayName: String?

  /// An application to block, present or not; no event or filter can be built from it (T4).
  public init(bundleIdentifier: String) {
    self.init(bundleIdentifier: bundleIdentifier, token: nil, localizedDisplayName: nil)
  }

  /// An application by its token.
  public init(token: ApplicationToken) { self.init(bundleIdentifier: nil, token: token, localizedDisplayName: nil) }

  /// What the host hands to a sealed kind.
  package init(bundleIdentifier: String?, token: ApplicationToken?, localizedDisplayName: String?) {
    self.bundleIdentifier = bundleIdentifier
    self.token = token
    self.localizedDisplayName = localizedDisplayName
  }

  /// Display names are locale data and do not count (T13).
  public static func == (left: Application, right: Application) -> Bool {
    left.bundleIdentifier == right.bundleIdentifier && left.token == right.token
  }

  /// By token or identifier: what is known in one process and not in another makes no difference.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bundleIdentifier)
    hasher.combine(token)
  }
}
