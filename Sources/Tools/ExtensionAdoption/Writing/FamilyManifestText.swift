// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation

/// The manifest of a family of adopted extensions.
///
/// Sealed extensions get the `files` fitting, because Foundation opens files unexpectedly (time zones, string tables),
/// and so may the adopted sources.
struct FamilyManifestText {
  let family: String
  let extensions: [AdoptedExtension]
  let bundle: String

  private struct Manifest: Encodable {
    struct Developer: Encodable { var name: String }
    struct Program: Encodable {
      var name: String
      var point: String
      var executable: String
      var requests: [String]?
      var fitting: String?
    }
    var manifest = 1
    var family: String
    var displayName: String
    var version = "1.0"
    var developer: Developer
    var groups: [String]
    var bundle: String
    var assets: [AdoptedExtension.Asset]?
    var urlSchemes: [String]?
    var urlHosts: [String]?
    var extensions: [Program]
  }

  /// The distinct words in order; `nil` if there are none.
  private static func listed(_ words: [String]) -> [String]? {
    words.isEmpty ? nil : Array(Set(words).sorted().prefix(16))
  }

  func text() throws -> String {
    let assets = Set(extensions.flatMap(\.assets)).sorted { $0.name < $1.name }
    let groups = extensions.flatMap(\.groups).reduce(into: [String]()) { list, group in
      if !list.contains(group) { list.append(group) }
    }
    guard assets.count <= 64 else {
      throw AdoptionError("The family \(family) has \(assets.count) images; the maximum is 64.")
    }
    guard groups.count <= 4 else {
      throw AdoptionError(
        "The family \(family) uses \(groups.count) app groups (\(groups.joined(separator: ", "))); the maximum is 4."
      )
    }
    let manifest = Manifest(
      family: family, displayName: extensions.first?.displayName ?? family, developer: .init(name: "Adopted sources"),
      groups: groups.isEmpty ? ["group.\(family)"] : groups, bundle: bundle, assets: assets.isEmpty ? nil : assets,
      urlSchemes: Self.listed(extensions.flatMap { $0.urlSchemes ?? [] }),
      urlHosts: Self.listed(extensions.flatMap { $0.urlHosts ?? [] }),
      extensions: extensions.map { one in
        Manifest.Program(
          name: one.name, point: one.pointName, executable: one.module,
          requests: one.requests.isEmpty ? nil : one.requests,
          fitting: one.point.isSealed ? "files" : nil)
      })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(manifest), as: UTF8.self) + "\n"
  }
}
