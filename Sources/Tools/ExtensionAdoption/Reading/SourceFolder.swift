// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The files of an Xcode extension's folder, grouped by kind.
struct SourceFolder: Hashable, Sendable {
  var name: String
  /// The absolute path; empty for a list of files.
  var path: String
  var swiftFiles: [String] = []
  var infoFiles: [String] = []
  var entitlements: [String] = []
  var catalogs: [String] = []
  /// String catalogs, string tables, and folders with tables (`de.lproj`).
  var strings: [String] = []
  /// Files that Xcode would copy into the bundle but that are not used here.
  var resources: [String] = []
  /// The build settings of the target in its project, which property lists refer to.
  var settings: [String: String] = [:]
  /// The resolved paths of folders, because a symbolic link may lead back to a parent, and the files added.
  private var visited: Set<String> = []
  /// The number of directory entries examined.
  private var looked = 0
  /// Far more than an extension has. The path of a whole disk then fails instead of being searched.
  private static let mostEntries = 20_000
  /// Directories that Xcode and package managers create beside sources.
  private static let leftOut: Set<String> = [
    "build", "DerivedData", "Preview Content", "Pods", "Carthage", "SourcePackages", "node_modules",
  ]

  /// Reads a folder recursively, in byte order, without hidden files and Xcode's own directories.
  ///
  /// - Throws: `AdoptionError` for a folder that can't be read.
  init(folder: String) throws(AdoptionError) {
    path = URL(filePath: folder).standardizedFileURL.path
    name = URL(filePath: path).lastPathComponent
    try add(directory: path)
  }

  init(name: String, files: [String]) throws(AdoptionError) {
    self.name = name
    path = ""
    for file in files {
      guard FileManager.default.isReadableFile(atPath: file) else { throw AdoptionError("\(file) can't be read.") }
      add(file: URL(filePath: file).standardizedFileURL.path)
    }
  }

  /// Adds shared files or folders.
  mutating func share(_ paths: [String]) throws(AdoptionError) {
    for one in paths {
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: one, isDirectory: &isDirectory) else {
        throw AdoptionError("\(one) doesn't exist.")
      }
      let absolute = URL(filePath: one).standardizedFileURL.path
      if isDirectory.boolValue { try add(directory: absolute) } else { add(file: absolute) }
    }
  }

  private mutating func add(directory: String) throws(AdoptionError) {
    guard visited.insert(URL(filePath: directory).resolvingSymlinksInPath().path).inserted else { return }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
      throw AdoptionError("The folder \(directory) can't be read.")
    }
    looked += names.count
    guard looked <= Self.mostEntries else {
      throw AdoptionError("\(path) has more than \(Self.mostEntries) files; pass the extension's own folder.")
    }
    for entry in names.sorted() where !entry.hasPrefix(".") {
      let file = "\(directory)/\(entry)"
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: file, isDirectory: &isDirectory) else { continue }
      if isDirectory.boolValue, !["xcassets", "xcodeproj", "xcworkspace", "lproj"].contains(Self.suffix(entry)) {
        guard !Self.leftOut.contains(entry) else { continue }
        try add(directory: file)
      } else {
        add(file: file)
      }
    }
  }

  private mutating func add(file: String) {
    guard visited.insert(file).inserted else { return }
    switch Self.suffix(file) {
    case "swift": swiftFiles.append(file)
    case "plist":
      if file.hasSuffix("Info.plist") { infoFiles.append(file) } else { resources.append(file) }
    case "entitlements": entitlements.append(file)
    case "xcassets": catalogs.append(file)
    case "xcstrings", "strings", "stringsdict", "lproj": strings.append(file)
    case "md", "txt", "xcconfig", "xcprivacy", "xcodeproj", "xcworkspace": break
    default: resources.append(file)
    }
  }

  static func suffix(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return name.contains(".") ? String(name.split(separator: ".").last ?? "") : ""
  }
}
