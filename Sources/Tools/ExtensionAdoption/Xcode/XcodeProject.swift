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
    /// The Swift files outside the target's own folders. Only those that the extension needs are compiled.
    var outside: [String] = []
    /// The catalogs of the app that contains the extension.
    var appCatalogs: [String] = []
  }

  /// The path of the `.xcodeproj` directory.
  let path: String
  let objects: [String: PropertyList]
  /// The directory that paths in the project are relative to.
  let root: String
  /// The absolute path of each file and group by its id.
  let paths: [String: String]

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
    let beside = URL(filePath: path).deletingLastPathComponent().path
    let directory = objects.values.first { $0["isa"]?.text == "PBXProject" }?["projectDirPath"]?.text ?? ""
    root = directory.isEmpty ? beside : URL(filePath: beside + "/" + directory).standardizedFileURL.path
    paths = Self.paths(objects, root: root)
  }

  /// The extension targets, in the order of their names.
  ///
  /// A target whose files can't be read does not prevent the others.
  func extensions() -> [Result<Target, AdoptionError>] {
    let types = ["com.apple.product-type.app-extension", "com.apple.product-type.extensionkit-extension"]
    return targets { types.contains($0) }.map { id in
      Result { () throws(AdoptionError) in try target(id) }
    }
  }

  /// The ids of targets by product type, ordered by name.
  private func targets(_ isWanted: (String) -> Bool) -> [String] {
    objects.filter { $0.value["isa"]?.text == "PBXNativeTarget" && isWanted($0.value["productType"]?.text ?? "") }
      .sorted { ($0.value["name"]?.text ?? "", $0.key) < ($1.value["name"]?.text ?? "", $1.key) }.map(\.key)
  }

  private func target(_ id: String) throws(AdoptionError) -> Target {
    let object = objects[id]
    let settings = XcodeSettings(self, target: id)
    let membership = try XcodeMembership(self, target: id, settings: settings)
    var folder = try SourceFolder(name: object?["name"]?.text ?? "Extension", files: membership.files)
    folder.settings = settings.values
    let identifier = settings["PRODUCT_BUNDLE_IDENTIFIER"]
    var target = Target(
      folder: folder, languageMode: settings["SWIFT_VERSION"]?.hasPrefix("6") == true ? 6 : 5,
      bundleIdentifier: identifier.flatMap { $0.isEmpty || $0.contains("$(") ? nil : $0 })
    target.outside = folder.swiftFiles.filter { !membership.isOwn($0) }
    target.appCatalogs = try catalogs(ofAppsWith: id)
    return target
  }

  /// The catalogs of the apps that embed an extension. Without such a dependency, those of all apps.
  private func catalogs(ofAppsWith id: String) throws(AdoptionError) -> [String] {
    let apps = targets { $0 == "com.apple.product-type.application" }
    let containing = apps.filter { app in
      (objects[app]?["dependencies"]?.texts ?? []).contains { objects[$0]?["target"]?.text == id }
    }
    var found: [String] = []
    for app in containing.isEmpty ? apps : containing {
      let files = try XcodeMembership(self, target: app, settings: XcodeSettings(self, target: app)).files
      found += files.filter { $0.hasSuffix(".xcassets") && !found.contains($0) }
    }
    return found
  }

  /// The path of each file and group, computed from the tree of groups.
  private static func paths(_ objects: [String: PropertyList], root: String) -> [String: String] {
    var found: [String: String] = [:]
    func walk(_ id: String, _ parent: String, _ depth: Int) {
      // Visit each group once, because groups may contain each other, and limit the depth to bound the recursion.
      guard found[id] == nil, depth < 64, let object = objects[id] else { return }
      let own = object["path"]?.text
      let base: String
      switch object["sourceTree"]?.text {
      case "SOURCE_ROOT": base = root
      // Files of Xcode, its SDKs and the build are not part of the project.
      case "DEVELOPER_DIR", "SDKROOT", "BUILT_PRODUCTS_DIR": return
      default: base = parent
      }
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
