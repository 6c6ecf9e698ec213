// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import ExtensionAdoption

/// Writes an Xcode project to disk, in the two ways that Xcode keeps the files of a target.
struct ProjectWriter {
  enum Style: CaseIterable {
    /// Groups, file references and build files, as up to Xcode 15 (object version 56).
    case groups
    /// Folders that follow the disk, with exception sets, as since Xcode 16 (object version 77).
    case synchronized
  }

  struct Target {
    var name: String
    var product = "app-extension"
    /// The target's settings, and the lines of its configuration file.
    var settings: [String: String] = [:]
    /// The targets that it embeds.
    var embeds: [String] = []
  }

  struct File {
    var path: String
    var text: String
    /// The targets that compile or copy the file.
    var members: [String]
  }

  var style: Style
  var targets: [Target]
  var files: [File]
  /// Settings of the project, in a configuration file at `Config/Base.xcconfig`.
  var configuration = ""

  func write(to place: String) throws {
    for file in files + [File(path: "Config/Base.xcconfig", text: configuration, members: [])] {
      let path = "\(place)/\(file.path)"
      try FileWriting.makeDirectory(URL(filePath: path).deletingLastPathComponent().path)
      try FileWriting.write(file.text, to: path)
    }
    try FileWriting.makeDirectory(place + "/Demo.xcodeproj")
    try FileWriting.write(text, to: place + "/Demo.xcodeproj/project.pbxproj")
  }

  // MARK: - The project file

  private var text: String {
    """
    // !$*UTF8*$!
    {
      archiveVersion = 1;
      objectVersion = \(style == .groups ? 56 : 77);
      objects = {
        PROJECT = {isa = PBXProject; mainGroup = MAIN; buildConfigurationList = PLIST;
                   targets = (\(targets.map { "T_" + $0.name }.joined(separator: ", "))); };
        PLIST = {isa = XCConfigurationList; buildConfigurations = (PDEBUG, PCONF); };
        PDEBUG = {isa = XCBuildConfiguration; name = Debug; buildSettings = {SWIFT_VERSION = 4.0; }; };
        PCONF = {isa = XCBuildConfiguration; name = Release; baseConfigurationReference = XC; buildSettings = {}; };
        XC = {isa = PBXFileReference; path = Config/Base.xcconfig; sourceTree = "<group>"; };
        MAIN = {isa = PBXGroup; children = (XC, \(roots.map(\.id).joined(separator: ", "))); sourceTree = "<group>"; };
    \((roots.map(\.text) + targets.map(text)).joined(separator: "\n"))
      };
      rootObject = PROJECT;
    }
    """
  }

  private var roots: [(id: String, text: String)] {
    switch style {
    case .groups:
      return files.filter { !$0.members.isEmpty }.map { file in
        let id = "F_" + Self.id(file.path)
        return (
          id, "    \(id) = {isa = PBXFileReference; path = \"\(file.path)\"; sourceTree = \"<group>\"; };"
        )
      }
    case .synchronized:
      return folders.map { folder in
        let sets = targets.compactMap { exceptions(in: folder, for: $0.name) }
        let group = """
              S_\(folder) = {isa = PBXFileSystemSynchronizedRootGroup; path = \(folder); sourceTree = "<group>";
                exceptions = (\(sets.map(\.id).joined(separator: ", "))); };
          """
        return ("S_" + folder, ([group] + sets.map(\.text)).joined(separator: "\n"))
      }
    }
  }

  /// The top-level folders. A target has the one with its name.
  private var folders: [String] {
    Set(files.map { String($0.path.prefix { $0 != "/" }) }).sorted()
  }

  private func exceptions(in folder: String, for target: String) -> (id: String, text: String)? {
    let inside = files.filter { $0.path.hasPrefix(folder + "/") }
    let names = inside.filter { $0.members.contains(target) != (folder == target) }
      .map { "\"\($0.path.dropFirst(folder.count + 1))\"" }
    guard !names.isEmpty else { return nil }
    let id = "E_\(folder)_\(target)"
    return (
      id,
      """
          \(id) = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = T_\(target);
            membershipExceptions = (\(names.joined(separator: ", "))); };
      """
    )
  }

  private func text(_ target: Target) -> String {
    let own = files.filter { $0.members.contains(target.name) && style == .groups }
    let builds = own.map { file in
      "    B_\(target.name)_\(Self.id(file.path)) = {isa = PBXBuildFile; fileRef = F_\(Self.id(file.path)); };"
    }
    let depends = target.embeds.map { "    D_\($0) = {isa = PBXTargetDependency; target = T_\($0); };" }
    let settings = target.settings.sorted { $0.key < $1.key }.map { "\($0.key) = \"\($0.value)\";" }
    let group = style == .synchronized && folders.contains(target.name) ? "S_\(target.name)" : ""
    return """
          T_\(target.name) = {isa = PBXNativeTarget; name = \(target.name); buildPhases = (P_\(target.name));
            productType = "com.apple.product-type.\(target.product)"; buildConfigurationList = L_\(target.name);
            dependencies = (\(target.embeds.map { "D_" + $0 }.joined(separator: ", ")));
            fileSystemSynchronizedGroups = (\(group)); };
          P_\(target.name) = {isa = PBXSourcesBuildPhase;
            files = (\(own.map { "B_\(target.name)_\(Self.id($0.path))" }.joined(separator: ", "))); };
          L_\(target.name) = {isa = XCConfigurationList; buildConfigurations = (C_\(target.name)); };
          C_\(target.name) = {isa = XCBuildConfiguration; name = Release; buildSettings = {\(settings.joined(separator: " "))}; };
      \((builds + depends).joined(separator: "\n"))
      """
  }

  private static func id(_ path: String) -> String { String(path.map { $0.isLetter || $0.isNumber ? $0 : "_" }) }
}
