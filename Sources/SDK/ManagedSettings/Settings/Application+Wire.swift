// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

extension Application {
  init?(_ wire: SettingValue.BlockedApplication) {
    switch wire {
    case .token(let wire):
      guard let token = ApplicationToken(wire) else { return nil }
      self.init(token: token)
    case .bundleID(let identifier): self.init(bundleIdentifier: identifier)
    }
  }

  var wire: SettingValue.BlockedApplication? {
    if let wire = token?.wire { return .token(wire) }
    return bundleIdentifier.map { .bundleID($0) }
  }
}

extension Set<Application> {
  /// The applications in any order: the wire sorts sets, so that the order reveals nothing (T12).
  var wireApplications: [SettingValue.BlockedApplication] { compactMap(\.wire) }
}
