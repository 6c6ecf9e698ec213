// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// One developer's declaration of a family (`manifest.md`). A manifest with any fault is refused.
package struct FamilyManifest: Hashable, Sendable {
  /// The family's developer.
  package struct Developer: Hashable, Sendable {
    package var name: String
    package var contact: String?
    /// An Ed25519 public key, as 43 base64url characters.
    package var key: String?
  }

  /// An image that views refer to by name, so that no path is sent over the wire (VIEW-15).
  package struct Asset: Hashable, Sendable {
    package var name: String
    /// The path below the bundle.
    package var path: String
  }

  /// The slug, which is also the file's name.
  package var family: String
  package var displayName: String
  package var version: String
  package var developer: Developer
  /// The names of the family's container; the first one is its root and `HOME`.
  package var groups: [String]
  /// The path as written: absolute, or relative to the manifest's directory.
  package var bundle: String
  package var assets: [Asset]
  package var app: ExtensionDeclaration?
  package var extensions: [ExtensionDeclaration]
  package var behaviour: Behaviour
  package var urlSchemes: [String]
  package var urlHosts: [String]

  /// The app, if any, and the extensions, in the manifest's order.
  package var programs: [ExtensionDeclaration] { (app.map { [$0] } ?? []) + extensions }

  /// The size of the container that all programs share: the largest that one of its writers asks for.
  package var containerMiB: Int64 {
    programs.filter { $0.requests.contains(.containerWrite) }.map(\.limits.containerMiB).max()
      ?? PointRules.rules(for: .app).containerMiB.standard
  }

  /// The extensions at a point, in the manifest's order.
  package func programs(at point: ExtensionPoint) -> [ExtensionDeclaration] {
    programs.filter { $0.point == point }
  }
}
