// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Groups the paths from the command line into extensions.
struct AdoptionInput {
  /// An extension to adopt.
  struct Candidate: Hashable, Sendable {
    var folder: SourceFolder
    /// The name of the enclosing folder, used for the family if there is no better name.
    var home: String
    /// The Swift language mode of its target.
    var languageMode = 5
    /// The bundle identifier in its project, if there is one.
    var bundleIdentifier: String?
    /// The catalogs of the containing app, for assets that the extension names but doesn't contain.
    var appCatalogs: [String] = []
    /// The project's own modules that the extension imports. Their files are part of `folder`.
    var localModules: Set<String> = []
    /// The project and the target's name, for tables.
    var origin: String?
  }

  private(set) var candidates: [Candidate] = []
  /// The targets of projects that can't be read, with reasons.
  private(set) var leftOut: [LeftOutTarget] = []

  /// - Throws: `AdoptionError` for a path that doesn't exist.
  init(_ paths: [String]) throws {
    var folders: [String] = []
    var files: [String] = []
    for path in paths {
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
        throw AdoptionError("\(path) doesn't exist; give the path of an extension's folder, its files, or a project.")
      }
      if isDirectory.boolValue { folders.append(path) } else { files.append(path) }
    }
    guard !folders.isEmpty else {
      let home = URL(filePath: paths.first ?? "").standardizedFileURL.deletingLastPathComponent().lastPathComponent
      candidates = [Candidate(folder: try SourceFolder(name: home, files: files), home: home)]
      return
    }
    var found: [Candidate] = []
    var shared = files
    for folder in folders {
      let ones = try extensions(in: folder)
      // A folder without an extension is shared by the others.
      if ones.isEmpty { shared.append(folder) } else { found += ones }
    }
    if found.isEmpty {
      found = try folders.prefix(1).map { folder in
        let whole = try SourceFolder(folder: folder)
        return Candidate(folder: whole, home: Self.home(of: folder))
      }
      shared = files + folders.dropFirst()
    }
    candidates = try found.map { candidate in
      var candidate = candidate
      try candidate.folder.share(shared)
      return candidate
    }
  }

  private static func home(of folder: String) -> String {
    let url = URL(filePath: folder).standardizedFileURL
    let parent = url.deletingLastPathComponent().lastPathComponent
    return ["/", "", "tmp", "Extensions", "Sources"].contains(parent) ? url.lastPathComponent : parent
  }

  /// The extension targets of a project or, without a project, the folder itself or its subfolders that have an
  /// `Info.plist`.
  private mutating func extensions(in directory: String) throws -> [Candidate] {
    if let project = try XcodeProject(at: directory) {
      let targets = project.extensions()
      guard !targets.isEmpty else { throw AdoptionError("\(project.path) has no target that is an app extension.") }
      var found: [Candidate] = []
      let modules = LocalModules(project)
      for target in targets {
        do {
          found.append(try Self.candidate(try target.get(), in: project, modules))
        } catch let error as AdoptionError {
          leftOut.append(LeftOutTarget(reason: error.description, isFailure: true))
        }
      }
      if found.isEmpty, let first = leftOut.first { throw AdoptionError(first.reason) }
      return found
    }
    let whole = try SourceFolder(folder: directory)
    if try Self.isExtension(whole, ownFilesOnly: true) {
      return [Candidate(folder: whole, home: Self.home(of: directory))]
    }
    let subfolders = Set(whole.infoFiles.map { URL(filePath: $0).deletingLastPathComponent().path })
    let nested = try subfolders.sorted().map { try SourceFolder(folder: $0) }.filter {
      try Self.isExtension($0, ownFilesOnly: false)
    }
    if nested.count > 0 {
      let outside = whole.swiftFiles.filter { file in !nested.contains { file.hasPrefix($0.path + "/") } }
      let pool = try outside.map { try SwiftSource(path: $0) }
      // String files outside the extensions' folders belong to all of them.
      let words = whole.strings.filter { file in !nested.contains { file.hasPrefix($0.path + "/") } }
      return try nested.map { one in
        var folder = one
        try folder.share(try SharedSources(pool).needed(by: one.swiftFiles.map { try SwiftSource(path: $0) }))
        folder.strings += words
        return Candidate(folder: folder, home: URL(filePath: directory).standardizedFileURL.lastPathComponent)
      }
    }
    return try Self.isExtension(whole, ownFilesOnly: false)
      ? [Candidate(folder: whole, home: Self.home(of: directory))] : []
  }

  /// A target with the member files that it needs.
  private static func candidate(
    _ target: XcodeProject.Target, in project: XcodeProject, _ modules: LocalModules
  ) throws -> Candidate {
    var folder = target.folder
    let outside = Set(target.outside)
    let own = try folder.swiftFiles.filter { !outside.contains($0) }.map { try SwiftSource(path: $0) }
    let shared = try target.outside.map { try SwiftSource(path: $0) }
    let imported = modules.imported(by: own + shared)
    let needed = Set(SharedSources(shared + imported.sources).needed(by: own))
    folder.swiftFiles.removeAll { outside.contains($0) && !needed.contains($0) }
    for source in imported.sources where needed.contains(source.path) && !folder.swiftFiles.contains(source.path) {
      folder.swiftFiles.append(source.path)
    }
    return Candidate(
      folder: folder, home: project.name, languageMode: target.languageMode,
      bundleIdentifier: target.bundleIdentifier, appCatalogs: target.appCatalogs,
      localModules: imported.names, origin: "\(project.path) (\(target.folder.name))")
  }

  /// Returns whether the folder is one extension, based on its `Info.plist` or the declarations in its sources.
  private static func isExtension(_ folder: SourceFolder, ownFilesOnly: Bool) throws -> Bool {
    let own = folder.infoFiles.filter { URL(filePath: $0).deletingLastPathComponent().path == folder.path }
    if try own.contains(where: { try ExtensionInfo(file: $0).isOfExtension }) { return true }
    guard !ownFilesOnly else { return false }
    let bases = Set(PointRecognition.bases.map(\.base))
    return try folder.swiftFiles.contains { file in
      try SwiftSource(path: file).declarations.contains { !bases.isDisjoint(with: $0.inherits) }
    }
  }
}
