// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

extension LoadedFamily {
  /// The name of the program that the host runs in place of an app.
  package static let standInName = "stand-in"

  /// Whether a stand-in takes the place of its app.
  package var hasStandIn: Bool { manifest.app?.name == Self.standInName }

  /// Adds a stand-in app that monitors `specifications` to a family without an app.
  package func standingIn(_ specifications: [MonitorSpecification]) -> LoadedFamily {
    var family = self
    family.monitored = specifications
    family.manifest.app = ExtensionDeclaration(
      id: "\(manifest.family).\(Self.standInName)", name: Self.standInName, point: .app, executable: Self.standInName,
      interpreterArguments: [], wire: .fds, schemas: [1], requests: [.authorization, .monitoring, .picker],
      limits: PointRules.rules(for: .app).standardLimits, locks: false, containerCopy: false, interactive: false,
      previousKinds: [], dataProtection: .none)
    return family
  }
}
