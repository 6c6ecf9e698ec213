// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import Testing

@testable import ExtensionAdoption

/// Malformed and malicious projects: each is read correctly or gives a clear error, and none makes the reader hang.
@Suite(.timeLimit(.minutes(5))) struct HostileProjectTests {
  private static let monitor = "import DeviceActivity\nclass Own: DeviceActivityMonitor {}\n"

  private func write(_ text: String, to path: String) throws {
    try FileWriting.makeDirectory(URL(filePath: path).deletingLastPathComponent().path)
    try FileWriting.write(text, to: path)
  }

  private func prepare(_ paths: [String], in place: String) throws -> [PreparedExtension] {
    let sdk = try SDKLocation(named: TemplateFolders.repository, environment: [:], program: "/")
    var workspace = try AdoptionWorkspace(directory: place + "/workspace")
    return try AdoptionInput(paths).candidates.map { candidate in
      let one = try PreparedExtension(
        candidate, family: "demo", name: nil, workspace: workspace, sdk: sdk, identifiers: AppleIdentifiers.points)
      workspace.record(one.adopted)
      return one
    }
  }

  // MARK: - Files that never end

  @Test(arguments: ["Own/Own.swift", "Own/Info.plist", "Own/Own.entitlements"])
  func `a pipe in place of a file is refused with its path`(file: String) throws {
    try Workspace.with { place in
      try write(Self.monitor, to: place + "/Own/Other.swift")
      #expect(mkfifo(place + "/" + file, 0o600) == 0)
      let error = #expect(throws: AdoptionError.self) { try prepare([place + "/Own"], in: place) }
      #expect(error?.description == "\(place)/\(file): is not a regular file; correct it or leave it out.")
    }
  }

  @Test(arguments: [("Own/Own.swift", InputFile.mostSourceBytes), ("Own/Info.plist", InputFile.mostBytes)])
  func `a file over the size limit is refused with its path`(file: String, mostBytes: Int) throws {
    try Workspace.with { place in
      try write(Self.monitor, to: place + "/Own/Other.swift")
      try write("", to: place + "/" + file)
      // A sparse file, which takes no disk space.
      #expect(truncate(place + "/" + file, mostBytes + 1) == 0)
      let error = #expect(throws: AdoptionError.self) { try prepare([place + "/Own"], in: place) }
      #expect(error?.description.hasPrefix("\(place)/\(file): \(mostBytes + 1) bytes are more than the") == true)
    }
  }

  @Test func `a device file is refused`() {
    let error = #expect(throws: AdoptionError.self) { try InputFile.data("/dev/zero") }
    #expect(error?.description == "/dev/zero: is not a regular file; correct it or leave it out.")
  }

  // MARK: - Folders without end

  @Test func `folders that link to themselves are read once`() throws {
    try Workspace.with { place in
      try write(Self.monitor, to: place + "/Own/Own.swift")
      try write("struct Deep {}\n", to: place + "/Own/Deep/Deep.swift")
      for link in ["/Own/Up", "/Own/Deep/Up"] {
        try FileManager.default.createSymbolicLink(atPath: place + link, withDestinationPath: place + "/Own")
      }
      let folder = try SourceFolder(folder: place + "/Own")
      #expect(folder.swiftFiles.map { $0.dropFirst(place.count) } == ["/Own/Deep/Deep.swift", "/Own/Own.swift"])
      #expect(try prepare([place + "/Own"], in: place).map(\.adopted.point) == [.monitor])
    }
  }

  @Test func `a folder that two extensions link to belongs to both`() throws {
    try Workspace.with { place in
      try write("enum Shared { static let group = \"group.demo\" }\n", to: place + "/Shared/Shared.swift")
      for (name, base) in [("Monitor", "DeviceActivityMonitor"), ("Shield", "ShieldConfigurationDataSource")] {
        try write("class Own\(name): \(base) {}\n", to: "\(place)/\(name)/\(name).swift")
        try FileManager.default.createSymbolicLink(
          atPath: "\(place)/\(name)/Shared", withDestinationPath: place + "/Shared")
      }
      let prepared = try prepare([place + "/Monitor", place + "/Shield"], in: place)
      #expect(prepared.map(\.adopted.point) == [.monitor, .shieldConfiguration])
      #expect(prepared.allSatisfy { $0.adopted.groups == ["group.demo"] })
    }
  }

  @Test func `a folder with too many files is refused with advice`() throws {
    try Workspace.with { place in
      for index in 0..<3 {
        try FileWriting.makeDirectory("\(place)/All/\(index)")
        for file in 0..<7_000 { symlink("nowhere", "\(place)/All/\(index)/\(file).swift") }
      }
      let error = #expect(throws: AdoptionError.self) { try SourceFolder(folder: place + "/All") }
      #expect(
        error?.description == "\(place)/All has more than 20000 files; pass the extension's own folder.")
    }
  }

  @Test func `a catalog that links to itself is read once, and a picture outside its set is ignored`() throws {
    try Workspace.with { place in
      let catalog = place + "/Own.xcassets"
      try write("secret", to: place + "/private.png")
      try write(
        #"{"images": [{"filename": "../../private.png", "scale": "1x"}, {"filename": "/etc/hostname.png"}]}"#,
        to: catalog + "/Logo.imageset/Contents.json")
      try write(
        #"{"colors": [{"color": {"components": {"red": "255", "green": "0", "blue": "0"}}}]}"#,
        to: catalog + "/brand.tint.colorset/Contents.json")
      try FileManager.default.createSymbolicLink(atPath: catalog + "/Up", withDestinationPath: catalog)
      #expect(mkfifo(catalog + "/Empty", 0o600) == 0)
      try FileWriting.makeDirectory(catalog + "/Pipe.colorset")
      #expect(mkfifo(catalog + "/Pipe.colorset/Contents.json", 0o600) == 0)
      let assets = AssetSet(catalogs: [catalog])
      #expect(assets.images.isEmpty)
      // The same directory, reached by its own path and through the link, counts once.
      #expect(assets.colors.map(\.name) == ["brand.tint"])
      #expect(assets.notes.count == 2, "\(assets.notes)")
    }
  }

  // MARK: - Projects

  @Test func `groups that contain each other are read once`() throws {
    try Workspace.with { place in
      try write(Self.monitor, to: place + "/Own/Own.swift")
      try write(
        """
        // !$*UTF8*$!
        { objects = {
          A0 = {isa = PBXProject; mainGroup = G0; };
          G0 = {isa = PBXGroup; children = (G1, G2, G0); };
          G1 = {isa = PBXGroup; path = Own; children = (F1, G2, G1, G0); };
          G2 = {isa = PBXGroup; path = Else; children = (G1, G0, G2); };
          F1 = {isa = PBXFileReference; path = Own.swift; };
          B1 = {isa = PBXBuildFile; fileRef = F1; };
          P1 = {isa = PBXSourcesBuildPhase; files = (B1, B1, P1); };
          T1 = {isa = PBXNativeTarget; name = Own; productType = "com.apple.product-type.app-extension";
                buildPhases = (P1, P1, T1); buildConfigurationList = T1; };
        }; }
        """, to: place + "/Demo.xcodeproj/project.pbxproj")
      let targets = try #require(try XcodeProject(at: place)).extensions().map { try $0.get() }
      #expect(targets.map(\.folder.swiftFiles) == [[place + "/Own/Own.swift"]])
    }
  }

  @Test(arguments: [
    ("(", ")"), ("{a = ", "; }"), ("<plist version=\"1.0\">" + "<array>", "</array>"),
    ("<dict><key>a</key>", "</dict>"),
  ])
  func `a property list nested 100,000 levels deep is refused with its path`(open: String, close: String) throws {
    try Workspace.with { place in
      let text = String(repeating: open, count: 100_000) + "x" + String(repeating: close, count: 100_000)
      try write(open.hasPrefix("<") ? "<?xml version=\"1.0\"?>" + text : text, to: place + "/Info.plist")
      let error = #expect(throws: AdoptionError.self) { try PropertyList(file: place + "/Info.plist") }
      #expect(error?.description.hasPrefix("\(place)/Info.plist is not a property list: ") == true)
    }
  }

  @Test func `a catalog entry nested 100,000 levels deep is ignored`() throws {
    try Workspace.with { place in
      try write(
        String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000),
        to: place + "/Own.xcassets/Deep.colorset/Contents.json")
      #expect(AssetSet(catalogs: [place + "/Own.xcassets"]).colors.isEmpty)
    }
  }

  // MARK: - Sources

  @Test(arguments: [
    (#""\("#, ""), ("/*", "*/"), ("#", ""), ("\"", ""), ("\"\"\"", ""), ("(", ")"), ("class A: A, ", "{}"),
  ])
  func `a source that repeats one token 100,000 times is read to its end`(open: String, close: String) {
    let text = String(repeating: open, count: 100_000) + String(repeating: close, count: 100_000)
    let source = SwiftSource(text + "\nimport Foundation\n", path: "/a/Own.swift")
    #expect(source.text.lines.count == 3)
  }

  @Test func `classes in an inheritance cycle are not an extension, and a class outside the cycle is`() throws {
    let circle = (0..<200).map { index in
      "class C\(index): " + (0..<200).map { "C\($0)" }.joined(separator: ", ") + " {}"
    }
    func recognise(_ more: String) throws -> PointRecognition {
      try PointRecognition(
        [SwiftSource((circle + [more]).joined(separator: "\n"), path: "/a/Own.swift")], info: nil,
        identifiers: AppleIdentifiers.points, folder: "/a")
    }
    #expect(throws: AdoptionError.self) { try recognise("") }
    let found = try recognise("class Base: C7, DeviceActivityMonitor {}\nclass Own: Base {}")
    #expect(found.point == .monitor)
    #expect(found.principal == "Own")
  }
}
