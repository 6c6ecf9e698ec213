// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

/// An application, with the properties that the family may know.
public struct Application: Hashable, Sendable {
  /// The bundle identifier; `nil` outside sealed processes if the application was chosen by token.
  public let bundleIdentifier: String?
  /// The token, or `nil` if the application was created from its bundle identifier.
  public let token: ApplicationToken?
  /// The application's name in the person's language; `nil` outside sealed processes.
  public let localizedDisplayName: String?

  /// Creates an application to block, installed or not. It can't be used in an event or a filter.
  public init(bundleIdentifier: String) {
    self.init(bundleIdentifier: bundleIdentifier, token: nil, localizedDisplayName: nil)
  }

  /// Creates an application from its token.
  public init(token: ApplicationToken) { self.init(bundleIdentifier: nil, token: token, localizedDisplayName: nil) }

  /// Creates the application that a sealed extension receives.
  package init(bundleIdentifier: String?, token: ApplicationToken?, localizedDisplayName: String?) {
    self.bundleIdentifier = bundleIdentifier
    self.token = token
    self.localizedDisplayName = localizedDisplayName
  }

  /// Compares identifiers and tokens only, because display names depend on the locale.
  public static func == (left: Application, right: Application) -> Bool {
    left.bundleIdentifier == right.bundleIdentifier && left.token == right.token
  }

  /// Hashes identifier and token only, because a display name is not available in every process.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bundleIdentifier)
    hasher.combine(token)
  }
}
