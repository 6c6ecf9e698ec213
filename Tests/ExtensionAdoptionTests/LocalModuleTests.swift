// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import Testing

@testable import ExtensionAdoption

/// Modules that a project brings along, several extensions of one point, and pictures outside catalogs.
@Suite struct LocalModuleTests {
  private static let monitor = """
    import DeviceActivity
    import Kit

    class DemoMonitor: DeviceActivityMonitor {
      override func intervalDidStart(for activity: DeviceActivityName) { Kit.Rule().apply() }
    }
    """
  private static let rule = """
    import ManagedSettings
    import Words

    public struct Rule {
      public init() {}
      public func apply() { print(Wording.title) }
    }
    """
  private static let words = "public enum Wording { public static let title = \"Paused\" }\n"
  private static let page = "import SwiftUI\nimport MapKit\npublic struct Page { let map: MKMapView }\n"

  private static func prepared(_ place: String) throws -> PreparedExtension {
    let candidate = try #require(try AdoptionInput([place]).candidates.first)
    return try PreparedExtension(
      candidate, family: "demo", name: nil, workspace: AdoptionWorkspace(directory: place + "/workspace"),
      sdk: SDKLocation(named: TemplateFolders.repository, environment: [:], program: "/"),
      identifiers: AppleIdentifiers.points)
  }

  private static func names(_ one: PreparedExtension) -> [String] {
    one.originals.values.map { URL(filePath: $0).lastPathComponent }.sorted()
  }

  @Test(arguments: ProjectWriter.Style.allCases)
  func `the files of a project's framework are compiled with the extension, as far as it needs them (DEV-40)`(
    style: ProjectWriter.Style
  ) throws {
    try Workspace.with { place in
      try ProjectWriter(
        style: style,
        targets: [
          .init(name: "Kit", product: "framework"), .init(name: "Words", product: "library.static"),
          .init(name: "Monitor"),
        ],
        files: [
          .init(path: "Monitor/DemoMonitor.swift", text: Self.monitor, members: ["Monitor"]),
          .init(path: "Kit/Rule.swift", text: Self.rule, members: ["Kit"]),
          .init(path: "Kit/Page.swift", text: Self.page, members: ["Kit"]),
          .init(path: "Words/Wording.swift", text: Self.words, members: ["Words"]),
        ]
      ).write(to: place)
      let monitor = try Self.prepared(place)
      #expect(Self.names(monitor) == ["DemoMonitor.swift", "Rule.swift", "Wording.swift"])
      #expect(monitor.faults.isEmpty, "\(monitor.faults)")
      let copy = try String(
        contentsOfFile: place + "/workspace/Sources/Monitor/DemoMonitor.swift", encoding: .utf8)
      // Each line stays where it was, and the module's name is gone.
      #expect(copy.split(separator: "\n", omittingEmptySubsequences: false)[1] == "")
      #expect(copy.contains("{     Rule().apply() }"), "\(copy)")
    }
  }

  @Test func `the targets of a package beside the project are read without running its manifest (DEV-40)`() throws {
    try Workspace.with { place in
      for (path, text) in [
        ("Monitor/DemoMonitor.swift", Self.monitor),
        (
          "Packages/Kit/Package.swift",
          """
          // swift-tools-version: 5.9
          import PackageDescription
          let package = Package(name: "Kit", targets: [
            .target(name: "Kit", dependencies: [.target(name: "Words")]),
            .target(
              name: "Words",
              path: "Text"),
            .testTarget(name: "KitTests", dependencies: ["Kit"]),
          ])
          """
        ),
        ("Packages/Kit/Sources/Kit/Rule.swift", Self.rule), ("Packages/Kit/Text/Wording.swift", Self.words),
        (
          "Demo.xcodeproj/project.pbxproj",
          """
          // !$*UTF8*$!
          { objects = {
            P = {isa = PBXProject; mainGroup = M; packageReferences = (L); targets = (T); };
            L = {isa = XCLocalSwiftPackageReference; relativePath = "Packages/Kit"; };
            M = {isa = PBXGroup; children = (S); sourceTree = "<group>"; };
            S = {isa = PBXFileSystemSynchronizedRootGroup; path = Monitor; sourceTree = "<group>"; };
            T = {isa = PBXNativeTarget; name = Monitor; buildPhases = (); fileSystemSynchronizedGroups = (S);
                 productType = "com.apple.product-type.app-extension"; };
          }; rootObject = P; }
          """
        ),
      ] {
        try FileWriting.makeDirectory(URL(filePath: "\(place)/\(path)").deletingLastPathComponent().path)
        try FileWriting.write(text, to: "\(place)/\(path)")
      }
      let monitor = try Self.prepared(place)
      #expect(Self.names(monitor) == ["DemoMonitor.swift", "Rule.swift", "Wording.swift"])
      #expect(monitor.faults.isEmpty, "\(monitor.faults)")
    }
  }

  @Test func `a second extension of a point becomes a family of its own, and both are said`() throws {
    try Workspace.with { place in
      let plain = "import DeviceActivity\nclass Plain: DeviceActivityMonitor {}\n"
      try ProjectWriter(
        style: .synchronized, targets: [.init(name: "First"), .init(name: "Second")],
        files: [
          .init(path: "First/Plain.swift", text: plain, members: ["First"]),
          .init(path: "Second/Plain.swift", text: plain, members: ["Second"]),
        ]
      ).write(to: place)
      let adoption = Adoption(
        .init(
          into: place + "/workspace", manifests: place + "/manifests", family: "demo"),
        sdk: try SDKLocation(named: TemplateFolders.repository, environment: [:], program: "/"),
        identifiers: AppleIdentifiers.points)
      let prepared = try adoption.prepare([place])
      #expect(prepared.map(\.adopted.id) == ["demo.monitor", "demo-second.monitor"])
      #expect(prepared.last?.notes.contains { $0.contains("demo-second") } == true)
    }
  }

  @Test func `a picture outside a catalog is taken by the name that the code uses, at the largest scale (DEV-43)`()
    throws
  {
    try Workspace.with { place in
      try FileWriting.makeDirectory(place)
      func png(_ width: UInt8, _ height: UInt8) -> Data {
        Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
          + Data([0, 0, width, 0, 0, 0, height, 0])
      }
      for (name, data) in [("hero.png", png(1, 1)), ("hero@2x.png", png(2, 2)), ("hero@3x.png", png(9, 9))] {
        try FileWriting.write(data, to: "\(place)/\(name)")
      }
      try FileWriting.write("<svg/>", to: place + "/mark.svg")
      let source = SwiftSource(
        """
        import UIKit
        let a = UIImage(named: "hero.png")
        let b = UIImage(named: "mark")
        let c = UIImage(named: "ghost")
        """, path: "/a.swift")
      var assets = AssetSet(catalogs: [])
      let files = try FileManager.default.contentsOfDirectory(atPath: place).map { "\(place)/\($0)" }
      assets.add(loose: files, namedIn: [source])
      // Scale 3 has a side of 2,304 pixels, beyond what a surface draws.
      #expect(assets.images == [.init(name: "hero.png", file: place + "/hero@2x.png")])
      #expect(assets.notes.count == 2)
      #expect(assets.notes.first?.hasPrefix("the image “mark” is not a PNG") == true)
      #expect(assets.notes.last == "no catalog or file has the image “ghost”, so nothing is drawn for it")
    }
  }
}
