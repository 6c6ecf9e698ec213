// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The files of one target: those its build phases list, those of its synchronized folders less their exceptions, and
/// those that exception sets of other folders add to it.
struct XcodeMembership {
  /// The files that exist, each once.
  let files: [String]
  /// The folders whose files are compiled even if no other file mentions them.
  private let ownFolders: [String]

  init(_ project: XcodeProject, target id: String, settings: XcodeSettings) throws(AdoptionError) {
    let own = Set(project.objects[id]?["fileSystemSynchronizedGroups"]?.texts ?? [])
    var found = Self.listed(project, target: id)
    let synchronized = project.objects.filter { $0.value["isa"]?.text == "PBXFileSystemSynchronizedRootGroup" }
    for (group, object) in synchronized.sorted(by: { $0.key < $1.key }) {
      guard let path = project.paths[group] else { continue }
      let exceptions = Self.exceptions(of: object, target: id, in: project)
      // An exception set removes files from a target that has the folder, and adds files to one that doesn't.
      guard own.contains(group) || !exceptions.isEmpty else { continue }
      let folder = try SourceFolder(folder: path)
      found += folder.all.filter { file in
        let isException = exceptions.contains { Self.covers($0, file, in: path) }
        return isException != own.contains(group)
      }
    }
    let info = settings.file("INFOPLIST_FILE", in: project.root)
    if let info {
      // The setting decides which of several lists is the target's.
      found.removeAll { $0.hasSuffix("Info.plist") }
      found.append(info)
    }
    if let entitlements = settings.file("CODE_SIGN_ENTITLEMENTS", in: project.root) {
      found.removeAll { $0.hasSuffix(".entitlements") }
      found.append(entitlements)
    }
    var seen: Set<String> = []
    files = found.filter { FileManager.default.fileExists(atPath: $0) && seen.insert($0).inserted }
    let beside = info.map { URL(filePath: $0).deletingLastPathComponent().path }
    ownFolders = own.compactMap { project.paths[$0] } + [beside].compactMap { $0 == project.root ? nil : $0 }
  }

  /// Returns whether a file is in the target's own folders. Without such a folder every file is.
  func isOwn(_ file: String) -> Bool {
    ownFolders.isEmpty || ownFolders.contains { file.hasPrefix($0 + "/") }
  }

  /// The files that the build phases list. A variant group stands for one file in several languages.
  private static func listed(_ project: XcodeProject, target id: String) -> [String] {
    (project.objects[id]?["buildPhases"]?.texts ?? []).flatMap { phase in
      (project.objects[phase]?["files"]?.texts ?? []).flatMap { file -> [String] in
        guard let reference = project.objects[file]?["fileRef"]?.text, let object = project.objects[reference] else {
          return []
        }
        guard object["isa"]?.text == "PBXVariantGroup" else { return [project.paths[reference]].compactMap(\.self) }
        return (object["children"]?.texts ?? []).compactMap { project.paths[$0] }
      }
    }
  }

  private static func exceptions(of group: PropertyList, target id: String, in project: XcodeProject) -> [String] {
    (group["exceptions"]?.texts ?? []).compactMap { project.objects[$0] }.flatMap { set -> [String] in
      // A set for a build phase applies to the target that has the phase.
      let phase = set["buildPhase"]?.text
      let isOfTarget =
        set["target"]?.text == id
        || phase.map { (project.objects[id]?["buildPhases"]?.texts ?? []).contains($0) } == true
      return isOfTarget ? set["membershipExceptions"]?.texts ?? [] : []
    }
  }

  /// Returns whether an exception names a file, a folder above it, or a file in all its languages.
  private static func covers(_ exception: String, _ file: String, in folder: String) -> Bool {
    let relative = file.dropFirst(folder.count + 1)
    if relative == exception || relative.hasPrefix(exception + "/") { return true }
    // "de.lproj/Localizable.strings" in every language is written "/Localized: Localizable.strings".
    guard let mark = exception.firstRange(of: "/Localized") else { return false }
    let name = exception[mark.upperBound...].drop { $0 == ":" || $0 == " " }
    let base = exception[..<mark.lowerBound]
    return relative.hasPrefix(base.isEmpty ? "" : base + "/")
      && (relative.hasSuffix(".lproj/" + name) || relative.hasSuffix(".lproj"))
  }
}

extension SourceFolder {
  /// Every file that was found, of all kinds.
  var all: [String] { swiftFiles + catalogs + strings + infoFiles + entitlements + resources }
}
