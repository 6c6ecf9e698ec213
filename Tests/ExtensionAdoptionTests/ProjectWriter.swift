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
    /// Further build phases, among the left-overs.
    var phases: [String] = []
  }

  struct File {
    var path: String
    var text: String
    /// The targets that compile or copy the file.
    var members: [String]
    /// Whether a reference to it is relative to the project, in a group whose own path doesn't exist.
    var isAtSourceRoot = false
  }

  var style: Style
  var targets: [Target]
  var files: [File]
  /// Settings of the project, in a configuration file at `Config/Base.xcconfig`.
  var configuration = ""
  /// The directories of packages in the project's folder.
  var packages: [String] = []
  /// A group of the navigator in which synchronized folders lie, as a directory.
  var parent = ""
  /// Further objects, as left by package managers and scripts.
  var leftOvers = ""

  func write(to place: String) throws {
    for file in files + [File(path: "Config/Base.xcconfig", text: configuration, members: [])] {
      let isBelow = !parent.isEmpty && !file.path.hasPrefix("Config/")
      let path = "\(place)/\(isBelow ? parent + "/" : "")\(file.path)"
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
                   targets = (\(targets.map { "T_" + Self.id($0.name) }.joined(separator: ", "))); };
        PLIST = {isa = XCConfigurationList; buildConfigurations = (PDEBUG, PCONF); };
        PDEBUG = {isa = XCBuildConfiguration; name = Debug; buildSettings = {SWIFT_VERSION = 4.0; }; };
        PCONF = {isa = XCBuildConfiguration; name = Release; baseConfigurationReference = XC; buildSettings = {}; };
        XC = {isa = PBXFileReference; path = Config/Base.xcconfig; sourceTree = "<group>"; };
        MAIN = {isa = PBXGroup; children = (XC, INNER, ODD); sourceTree = "<group>"; };
        INNER = {isa = PBXGroup; children = (\(roots.map(\.id).filter { !odd.contains($0) }.joined(separator: ", ")));
                 \(parent.isEmpty ? "" : "path = \"\(parent)\";") sourceTree = "<group>"; };
        ODD = {isa = PBXGroup; path = Moved; children = (\(odd.joined(separator: ", "))); sourceTree = "<group>"; };
    \((roots.map(\.text) + targets.map(text) + packages.map(reference)).joined(separator: "\n"))
    \(leftOvers)
      };
      rootObject = PROJECT;
    }
    """
  }

  private var roots: [(id: String, text: String)] {
    switch style {
    case .groups:
      let single = files.filter { !$0.members.isEmpty && Self.variant(of: $0) == nil }.map { file in
        let id = "F_" + Self.id(file.path)
        let tree = file.isAtSourceRoot ? "SOURCE_ROOT" : "\"<group>\""
        return (id, "    \(id) = {isa = PBXFileReference; path = \"\(file.path)\"; sourceTree = \(tree); };")
      }
      return single
        + variants.map { name, files in
          let children = files.map { file in
            "    F_\(Self.id(file.path)) = {isa = PBXFileReference; path = \"\(file.path)\"; sourceTree = \"<group>\"; };"
          }
          let ids = files.map { "F_" + Self.id($0.path) }.joined(separator: ", ")
          let group =
            "    V_\(Self.id(name)) = {isa = PBXVariantGroup; children = (\(ids)); sourceTree = \"<group>\"; };"
          return ("V_" + Self.id(name), ([group] + children).joined(separator: "\n"))
        }
    case .synchronized:
      return folders.map { folder in
        let sets = targets.compactMap { exceptions(in: folder, for: $0.name) }
        let group = """
              S_\(Self.id(folder)) = {isa = PBXFileSystemSynchronizedRootGroup; path = "\(folder)"; sourceTree = "<group>";
                exceptions = (\(sets.map(\.id).joined(separator: ", "))); };
          """
        return ("S_" + Self.id(folder), ([group] + sets.map(\.text)).joined(separator: "\n"))
      }
    }
  }

  /// The files that are one file in several languages, by its name.
  private var variants: [(String, [File])] {
    Dictionary(grouping: files.filter { Self.variant(of: $0) != nil }, by: { Self.variant(of: $0) ?? "" })
      .sorted { $0.key < $1.key }
  }

  private static func variant(of file: File) -> String? {
    file.path.contains(".lproj/") ? file.path.split(separator: "/").last.map(String.init) : nil
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
    let id = "E_\(Self.id(folder))_\(Self.id(target))"
    return (
      id,
      """
          \(id) = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = T_\(Self.id(target));
            membershipExceptions = (\(names.joined(separator: ", "))); };
      """
    )
  }

  private var odd: [String] {
    files.filter(\.isAtSourceRoot).map { "F_" + Self.id($0.path) }
      + leftOvers.matches(of: /([A-Z]+) = \{isa = PBXFileReference/).map { String($0.output.1) }
  }

  private func reference(_ package: String) -> String {
    """
        R_\(Self.id(package)) = {isa = XCLocalSwiftPackageReference; relativePath = "\(package)"; };
    """
  }

  private func text(_ target: Target) -> String {
    let name = Self.id(target.name)
    let own = Set(
      files.filter { $0.members.contains(target.name) && style == .groups }.map { file in
        Self.variant(of: file).map { "V_" + Self.id($0) } ?? "F_" + Self.id(file.path)
      }
    ).sorted()
    let builds = own.map { "    B_\(name)_\($0) = {isa = PBXBuildFile; fileRef = \($0); };" }
    let depends = target.embeds.map {
      "    D_\(Self.id($0)) = {isa = PBXTargetDependency; target = T_\(Self.id($0)); };"
    }
    let settings = target.settings.sorted { $0.key < $1.key }.map { "\($0.key) = \"\($0.value)\";" }
    let group = style == .synchronized && folders.contains(target.name) ? "S_\(name)" : ""
    return """
          T_\(name) = {isa = PBXNativeTarget; name = "\(target.name)"; buildPhases = (\((["P_" + name] + target.phases).joined(separator: ", ")));
            productType = "com.apple.product-type.\(target.product)"; buildConfigurationList = L_\(name);
            dependencies = (\(target.embeds.map { "D_" + Self.id($0) }.joined(separator: ", ")));
            fileSystemSynchronizedGroups = (\(group)); };
          P_\(name) = {isa = PBXSourcesBuildPhase;
            files = (\(own.map { "B_\(name)_\($0)" }.joined(separator: ", "))); };
          L_\(name) = {isa = XCConfigurationList; buildConfigurations = (C_\(name)); };
          C_\(name) = {isa = XCBuildConfiguration; name = Release; buildSettings = {\(settings.joined(separator: " "))}; };
      \((builds + depends).joined(separator: "\n"))
      """
  }

  /// An id that needs no quotes, different for different names.
  private static func id(_ path: String) -> String {
    path.utf8.map { byte in
      let isPlain = byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber)
      return isPlain ? String(UnicodeScalar(byte)) : "_\(byte == 0x2f ? "" : String(byte, radix: 16))"
    }.joined()
  }
}
