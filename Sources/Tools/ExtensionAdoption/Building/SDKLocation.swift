// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The package that adopted sources are built against: a checkout of Sallyport.
package struct SDKLocation: Hashable, Sendable {
  /// The absolute path of the package.
  package let path: String
  /// The SDK's products by the package that contains them. The nested package has modules that other packages must not
  /// see.
  let products: [String: String]
  let hasCompatibility: Bool
  /// Indicates whether the SDK supports declared asset colours.
  let declaresAssets: Bool

  static let main = "sallyport"
  static let compatibility = "Compatibility"

  /// Finds the SDK: at the given path, at `SALLYPORT_SDK`, in a directory above the running program (a build in a
  /// checkout), or beside an installed program.
  ///
  /// - Throws: `AdoptionError` that lists the places that were searched.
  package init(named: String?, environment: [String: String], program: String) throws {
    if let named = named ?? environment["SALLYPORT_SDK"] {
      guard Self.isSDK(named) else {
        throw AdoptionError("\(named) is not an SDK: its Package.swift has no product ExtensionRuntime.")
      }
      self = try Self(at: named)
      return
    }
    var directory = URL(filePath: program).resolvingSymlinksInPath().deletingLastPathComponent()
    let prefix = directory.deletingLastPathComponent()
    while directory.path != "/" {
      if Self.isSDK(directory.path) {
        self = try Self(at: directory.path)
        return
      }
      directory = directory.deletingLastPathComponent()
    }
    for place in ["share/sallyport/sdk", "lib/sallyport/sdk"] where Self.isSDK(prefix.appending(path: place).path) {
      self = try Self(at: prefix.appending(path: place).path)
      return
    }
    throw AdoptionError(
      "Sallyport's SDK was not found above \(program) or in \(prefix.path)/share/sallyport/sdk; give the path of a checkout with --sdk or SALLYPORT_SDK."
    )
  }

  private init(at path: String) throws {
    self.path = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
    var products: [String: String] = [:]
    for product in Self.libraries(in: self.path + "/Package.swift") { products[product] = Self.main }
    let nested = self.path + "/" + Self.compatibility + "/Package.swift"
    hasCompatibility = FileManager.default.fileExists(atPath: nested)
    for product in Self.libraries(in: nested) { products[product] = Self.compatibility }
    let colors = try? String(contentsOfFile: self.path + "/Sources/SDK/UIKit/UIColor+Assets.swift", encoding: .utf8)
    declaresAssets = colors?.contains("func _declareAsset") == true
    for product in Self.hostProducts(in: self.path + "/Package.swift") { products[product] = nil }
    self.products = products
  }

  package var modules: Set<String> { Set(products.keys) }

  private static func isSDK(_ path: String) -> Bool {
    libraries(in: path + "/Package.swift").contains("ExtensionRuntime")
  }

  /// The products that the package leaves out when only the SDK is built, as its manifest lists them.
  static func hostProducts(in manifest: String) -> [String] {
    guard let text = try? String(contentsOfFile: manifest, encoding: .utf8),
      let list = text.firstMatch(of: /let host: Set = \[([^\]]*)\]/)
    else { return [] }
    return list.output.1.split(separator: ",").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " \n\"")) }
  }

  /// The names of a package's libraries. Parsed from the text, because evaluating the manifest takes seconds.
  private static func libraries(in manifest: String) -> [String] {
    guard let text = try? String(contentsOfFile: manifest, encoding: .utf8) else { return [] }
    return text.matches(of: /\.library\(\s*name:\s*"([A-Za-z_][A-Za-z0-9_]*)"/).map { String($0.output.1) }
  }
}
