// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// What one developer's family declares about itself (`manifest.md`). Only a manifest without any fault becomes one.
package struct FamilyManifest: Hashable, Sendable {
  /// Who made the family.
  package struct Developer: Hashable, Sendable {
    package var name: String
    package var contact: String?
    /// Ed25519 public key, 43 base64url characters.
    package var key: String?
  }

  /// A picture that views name; no path ever crosses the wire (VIEW-15).
  package struct Asset: Hashable, Sendable {
    package var name: String
    /// Beneath the bundle.
    package var path: String
  }

  /// The slug that is also the file's name.
  package var family: String
  package var displayName: String
  package var version: String
  package var developer: Developer
  /// Names of the one container; the first is its root and `HOME`.
  package var groups: [String]
  /// As written: absolute, or relative to the manifest's directory.
  package var bundle: String
  package var assets: [Asset]
  package var app: ExtensionDeclaration?
  package var extensions: [ExtensionDeclaration]
  package var behaviour: Behaviour
  package var urlSchemes: [String]
  package var urlHosts: [String]

  /// The app, if any, and the extensions, in the manifest's order.
  package var programs: [ExtensionDeclaration] { (app.map { [$0] } ?? []) + extensions }

  /// The extensions at a point, in the manifest's order.
  package func programs(at point: ExtensionPoint) -> [ExtensionDeclaration] {
    programs.filter { $0.point == point }
  }
}
