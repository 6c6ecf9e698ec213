// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The modules that a project brings along: its frameworks and libraries, and the targets of packages that lie beside it.
///
/// Their files are compiled as part of the extension that imports them, as far as it needs them. So a file that can't
/// compile here, such as a view of the app, costs nothing unless the extension uses it.
struct LocalModules {
  /// The Swift files by the module's name.
  private(set) var files: [String: [String]] = [:]

  init(_ project: XcodeProject) {
    for (id, object) in project.objects where object["isa"]?.text == "PBXNativeTarget" {
      let product = object["productType"]?.text ?? ""
      guard product.contains("framework") || product.contains("library.static") else { continue }
      let settings = XcodeSettings(project, target: id)
      let name = settings["PRODUCT_MODULE_NAME"] ?? settings["PRODUCT_NAME"] ?? object["name"]?.text ?? ""
      guard let members = try? XcodeMembership(project, target: id, settings: settings).files else { continue }
      files[name.isEmpty || name.contains("$(") ? object["name"]?.text ?? "" : name] = members.filter {
        $0.hasSuffix(".swift")
      }
    }
    for package in Self.packages(of: project) {
      for (name, folder) in Self.targets(of: package) where files[name] == nil {
        files[name] = (try? SourceFolder(folder: folder))?.swiftFiles ?? []
      }
    }
  }

  /// The packages that the project refers to by path, or that lie in one of its groups.
  private static func packages(of project: XcodeProject) -> [String] {
    let named = project.objects.values.filter { $0["isa"]?.text == "XCLocalSwiftPackageReference" }
      .compactMap { $0["relativePath"]?.text }
      .map { URL(filePath: project.root + "/" + $0).standardizedFileURL.path }
    let places = Set(named + project.paths.values)
    return places.filter { FileManager.default.fileExists(atPath: $0 + "/Package.swift") }.sorted()
  }

  /// The targets of a package with their folders. Read from the manifest's text, because evaluating it would run code
  /// of the project.
  private static func targets(of package: String) -> [(name: String, folder: String)] {
    guard let data = try? InputFile.data(package + "/Package.swift") else { return [] }
    let text = String(decoding: data, as: UTF8.self)
    let starts = text.ranges(of: /\.(target|testTarget|executableTarget|binaryTarget|plugin|macro)\s*\(/)
    return starts.enumerated().compactMap { index, range in
      guard text[range].hasPrefix(".target") else { return nil }
      let end = index + 1 < starts.count ? starts[index + 1].lowerBound : text.endIndex
      let part = text[range.upperBound..<end]
      guard let name = part.firstMatch(of: /\bname:\s*"([^"]+)"/)?.output.1 else { return nil }
      let path = part.firstMatch(of: /\bpath:\s*"([^"]+)"/).map { [String($0.output.1)] }
      let folders = (path ?? ["Sources", "Source", "src", "srcs"].map { "\($0)/\(name)" }).map {
        URL(filePath: package + "/" + $0).standardizedFileURL.path
      }
      guard let folder = folders.first(where: FileManager.default.fileExists) else { return nil }
      return (String(name), folder)
    }
  }

  /// The modules that sources import, directly or through each other.
  func imported(by sources: [SwiftSource]) -> (names: Set<String>, sources: [SwiftSource]) {
    var names: Set<String> = []
    var found: [SwiftSource] = []
    var pending = sources
    while let source = pending.popLast() {
      for one in source.imports {
        guard let members = files[one.module], names.insert(one.module).inserted else { continue }
        let added = members.compactMap { try? SwiftSource(path: $0) }
        found += added
        pending += added
      }
    }
    return (names, found)
  }
}
