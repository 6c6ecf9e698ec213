// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation

/// The families found in the manifest directories, and the refused files with their reasons.
package struct FamilyCatalog: Hashable, Sendable {
  /// A family that an earlier directory already contains.
  package struct Shadowed: Hashable, Sendable {
    package var family: String
    package var file: String
    package var by: String
  }

  /// The accepted families, ascending by slug.
  package private(set) var families: [LoadedFamily] = []
  package private(set) var shadowed: [Shadowed] = []
  package private(set) var refusals: [ManifestDiagnostic] = []

  package init() {}

  /// Reads every manifest of `directories`, in order.
  ///
  /// A refused file doesn't reserve its name: the same family in a later directory is still found, and the refusal is
  /// listed.
  ///
  /// - Parameters:
  /// - directories: the directories of `--manifests`, or `standardDirectories`.
  /// - owner: the user that runs the host.
  /// - reportingMissing: whether to report a missing directory; the standard ones may be absent.
  package init(directories: [String], owner: UInt32, reportingMissing: Bool = true) {
    for directory in directories {
      let path = Self.absolute(directory)
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
        if reportingMissing || FileManager.default.fileExists(atPath: path) {
          refusals.append(.init(file: directory, pointer: "", message: "is not a directory that can be read"))
        }
        continue
      }
      for name in names.filter({ $0.hasSuffix(".json") }).sorted(by: { $0.precedesInUTF8($1) }) {
        read("\(path)/\(name)", named: name, owner: owner)
      }
    }
    families.sort { $0.manifest.family.precedesInUTF8($1.manifest.family) }
  }

  /// `$XDG_CONFIG_HOME/sallyport/manifests`, then `/etc/sallyport/manifests`.
  package static func standardDirectories(environment: [String: String]) -> [String] {
    let home =
      environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment["HOME"].map { "\($0)/.config" }
    return (home.map { ["\($0)/sallyport/manifests"] } ?? []) + ["/etc/sallyport/manifests"]
  }

  /// The family with a slug.
  package subscript(family: String) -> LoadedFamily? { families.first { $0.manifest.family == family } }

  private mutating func read(_ path: String, named name: String, owner: UInt32) {
    let contents: [UInt8]
    do {
      contents = try ManifestFile(path: path, owner: owner).bytes
    } catch {
      refusals.append(.init(file: name, pointer: "", message: error.message))
      return
    }
    do {
      let manifest = try FamilyManifest(contents: contents, file: name)
      if let first = self[manifest.family] {
        shadowed.append(.init(family: manifest.family, file: path, by: first.file))
      } else {
        families.append(LoadedFamily(manifest: manifest, file: path))
      }
    } catch {
      refusals += error.diagnostics
    }
  }

  private static func absolute(_ path: String) -> String {
    LoadedFamily.normalised(path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)")
  }
}
