// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// An Xcode project, read for its extension targets.
struct XcodeProject {
  /// A target, represented as a folder with its files.
  struct Target {
    var folder: SourceFolder
    var languageMode: Int
    var bundleIdentifier: String?
  }

  /// The path of the `.xcodeproj` directory.
  let path: String
  private let objects: [String: PropertyList]
  private let root: String
  private let paths: [String: String]

  var name: String { URL(filePath: path).deletingPathExtension().lastPathComponent }

  /// - Parameter place: A project, or a folder that contains one.
  /// - Returns: `nil` if there is no project.
  init?(at place: String) throws {
    let url = URL(filePath: place).standardizedFileURL
    if url.pathExtension == "xcodeproj" {
      path = url.path
    } else {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
      guard let project = names.sorted().first(where: { $0.hasSuffix(".xcodeproj") }) else { return nil }
      path = url.path + "/" + project
    }
    objects = try PropertyList(file: path + "/project.pbxproj")["objects"]?.table ?? [:]
    root = URL(filePath: path).deletingLastPathComponent().path
    paths = Self.paths(objects, root: root)
  }

  func extensions() throws -> [Target] {
    let types = ["com.apple.product-type.app-extension", "com.apple.product-type.extensionkit-extension"]
    return try objects.sorted { ($0.value["name"]?.text ?? "") < ($1.value["name"]?.text ?? "") }.compactMap {
      _, target in
      guard target["isa"]?.text == "PBXNativeTarget", let type = target["productType"]?.text, types.contains(type)
      else {
        return nil
      }
      return try self.target(target)
    }
  }

  private func target(_ target: PropertyList) throws -> Target {
    let name = target["name"]?.text ?? "Extension"
    var files = (target["buildPhases"]?.texts ?? []).flatMap { phase -> [String] in
      (objects[phase]?["files"]?.texts ?? []).compactMap { file in
        objects[file]?["fileRef"]?.text
      }.flatMap { reference -> [String] in
        // A variant group stands for one file in several languages.
        guard objects[reference]?["isa"]?.text == "PBXVariantGroup" else {
          return [paths[reference]].compactMap(\.self)
        }
        return (objects[reference]?["children"]?.texts ?? []).compactMap { paths[$0] }
      }
    }
    for group in target["fileSystemSynchronizedGroups"]?.texts ?? [] {
      files += try synchronized(group, target: name)
    }
    let settings = buildSettings(target)
    func file(_ key: String) -> String? {
      guard let value = settings[key]?.text, !value.isEmpty else { return nil }
      return root + "/" + value.replacing("$(SRCROOT)/", with: "").replacing("$(PROJECT_DIR)/", with: "")
    }
    files += [file("INFOPLIST_FILE"), file("CODE_SIGN_ENTITLEMENTS")].compactMap { $0 }
    var seen: Set<String> = []
    let present = files.filter { FileManager.default.fileExists(atPath: $0) && seen.insert($0).inserted }
    let version = settings["SWIFT_VERSION"]?.text ?? "5"
    let identifier = settings["PRODUCT_BUNDLE_IDENTIFIER"]?.text
    return Target(
      folder: try SourceFolder(name: name, files: present), languageMode: version.hasPrefix("6") ? 6 : 5,
      bundleIdentifier: identifier?.contains("$(") == true ? nil : identifier)
  }

  /// The files of a folder that Xcode 16 synchronizes with the file system, without those that the target excludes.
  private func synchronized(_ group: String, target: String) throws -> [String] {
    guard let path = paths[group] else { return [] }
    let folder = try SourceFolder(folder: path)
    let exceptions = (objects[group]?["exceptions"]?.texts ?? []).compactMap { objects[$0] }.filter { exception in
      exception["target"]?.text.flatMap { objects[$0]?["name"]?.text } == target
    }
    let excluded = Set(exceptions.flatMap { $0["membershipExceptions"]?.texts ?? [] }.map { path + "/" + $0 })
    let all =
      folder.swiftFiles + folder.catalogs + folder.strings + folder.infoFiles + folder.entitlements + folder.resources
    return all.filter { !excluded.contains($0) || $0.hasSuffix("Info.plist") }
  }

  private func buildSettings(_ target: PropertyList) -> [String: PropertyList] {
    let list = target["buildConfigurationList"]?.text.flatMap { objects[$0] }
    let configurations = (list?["buildConfigurations"]?.texts ?? []).compactMap { objects[$0] }
    let release = configurations.first { $0["name"]?.text == "Release" } ?? configurations.first
    return release?["buildSettings"]?.table ?? [:]
  }

  /// The path of each file and group, computed from the tree of groups.
  private static func paths(_ objects: [String: PropertyList], root: String) -> [String: String] {
    var found: [String: String] = [:]
    func walk(_ id: String, _ parent: String, _ depth: Int) {
      // Visit each group once, because groups may contain each other, and limit the depth to bound the recursion.
      guard found[id] == nil, depth < 64, let object = objects[id] else { return }
      let own = object["path"]?.text
      let base = object["sourceTree"]?.text == "SOURCE_ROOT" ? root : parent
      let path = own.map { $0.hasPrefix("/") ? $0 : base + "/" + $0 } ?? base
      found[id] = URL(filePath: path).standardizedFileURL.path
      for child in object["children"]?.texts ?? [] { walk(child, path, depth + 1) }
    }
    for project in objects.values where project["isa"]?.text == "PBXProject" {
      if let main = project["mainGroup"]?.text { walk(main, root, 0) }
    }
    return found
  }
}
