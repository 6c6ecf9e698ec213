// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// One extension in a workspace, as it was adopted: enough to write the package and the family's manifest again.
package struct AdoptedExtension: Codable, Hashable, Sendable {
  /// The module and executable, unique in the workspace.
  package var module: String
  package var family: String
  package var name: String
  package var pointName: String
  package var displayName: String
  package var groups: [String]
  package var requests: [String]
  package var needsFiles: Bool
  /// Products of the SDK that its sources import.
  package var products: [String]
  /// Asset names; each lies in the bundle as `assets/<name>.png`.
  package var assets: [Asset]
  /// Folder or files it was taken from.
  package var sources: [String]
  /// `5` or `6`.
  package var languageMode: Int
  /// Modules that every file imports without saying so: macros that Xcode has and a Linux toolchain has not.
  package var implicitImports: [String]? = nil
  /// Whether the last build of it went well.
  package var isBuilt = false

  package struct Asset: Codable, Hashable, Sendable {
    package var name: String
    package var path: String
  }

  package var point: ExtensionPoint { ExtensionPoint(rawValue: pointName) ?? .monitor }
  package var id: String { "\(family).\(name)" }
}
