// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// An adopted extension in a workspace, with all data needed to write the package and the family's manifest again.
package struct AdoptedExtension: Codable, Hashable, Sendable {
  /// The name of the module and executable, unique in the workspace.
  package var module: String
  package var family: String
  package var name: String
  package var pointName: String
  package var displayName: String
  package var groups: [String]
  package var requests: [String]
  package var needsFiles: Bool
  /// The SDK products that its sources import.
  package var products: [String]
  /// The assets, each stored in the bundle as `assets/<name>.png`.
  package var assets: [Asset]
  /// The folder or files from which it was adopted.
  package var sources: [String]
  /// The Swift language mode, `5` or `6`.
  package var languageMode: Int
  /// The compiler's flags that its target sets, such as conditions and default isolation.
  package var compilerFlags: [String]? = nil
  /// Modules that every file imports implicitly, for macros that Xcode has and the Linux toolchain lacks.
  package var implicitImports: [String]? = nil
  /// Apple's modules that its sources import and that are empty here.
  package var shells: [String]? = nil
  /// The URL schemes and hosts to which its widgets link.
  package var urlSchemes: [String]? = nil
  package var urlHosts: [String]? = nil
  /// Indicates whether its last build succeeded.
  package var isBuilt = false

  package struct Asset: Codable, Hashable, Sendable {
    package var name: String
    package var path: String
  }

  package var point: ExtensionPoint { ExtensionPoint(rawValue: pointName) ?? .monitor }
  package var id: String { "\(family).\(name)" }
}
