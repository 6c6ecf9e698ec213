// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import Testing

@testable import ExtensionAdoption

/// Whole projects, in both ways that Xcode keeps the files of a target.
@Suite struct WholeProjectTests {
  private func prepared(_ style: ProjectWriter.Style, in place: String) throws -> [String: PreparedExtension] {
    try ProjectSamples.whole(style).write(to: place)
    let sdk = try SDKLocation(named: TemplateFolders.repository, environment: [:], program: "/")
    let workspace = try AdoptionWorkspace(directory: place + "/workspace")
    var found: [String: PreparedExtension] = [:]
    for candidate in try AdoptionInput([place]).candidates where ["Monitor", "Shield"].contains(candidate.folder.name) {
      found[candidate.folder.name] = try PreparedExtension(
        candidate, family: "demo", name: nil, workspace: workspace, sdk: sdk, identifiers: AppleIdentifiers.points)
    }
    return found
  }

  private func names(_ one: PreparedExtension?) -> [String] {
    (one?.originals.values.map { URL(filePath: $0).lastPathComponent } ?? []).sorted()
  }

  @Test(arguments: ProjectWriter.Style.allCases)
  func `a target has its own files and those of others that it needs`(style: ProjectWriter.Style) throws {
    try Workspace.with { place in
      let found = try prepared(style, in: place)
      // Stored.swift is a member too, but nothing mentions it; Draft.swift lies in the folder without being a member.
      #expect(names(found["Monitor"]) == ["DemoMonitor.swift", "Limit.swift", "Rules+Text.swift", "Rules.swift"])
      #expect(names(found["Shield"]) == ["DemoShield.swift"])
    }
  }

  @Test(arguments: ProjectWriter.Style.allCases)
  func `a faulty file that no other file mentions is left out and named`(style: ProjectWriter.Style) throws {
    try Workspace.with { place in
      let monitor = try #require(try prepared(style, in: place)["Monitor"])
      #expect(monitor.faults.isEmpty, "\(monitor.faults)")
      #expect(monitor.notes.contains { $0.hasPrefix("\(place)/Monitor/Extra.swift is left out") }, "\(monitor.notes)")
    }
  }

  @Test(arguments: ProjectWriter.Style.allCases)
  func `configuration files give the identifier, the app group and the language mode`(
    style: ProjectWriter.Style
  ) throws {
    try Workspace.with { place in
      let found = try prepared(style, in: place)
      #expect(found["Monitor"]?.adopted.groups == ["group.org.example.rest"])
      #expect(found["Monitor"]?.adopted.languageMode == 5)
      let project = try #require(try XcodeProject(at: place))
      #expect(try project.extensions().map { try $0.get().bundleIdentifier }.contains("org.example.Monitor"))
    }
  }

  @Test func `a colour of the app's catalog is taken if the extension names it`() throws {
    try Workspace.with { place in
      try ProjectSamples.whole(.synchronized).write(to: place)
      let shield = try #require(try AdoptionInput([place]).candidates.first { $0.folder.name == "Shield" })
      var assets = AssetSet(catalogs: shield.folder.catalogs)
      assets.add(
        appCatalogs: shield.appCatalogs, namedIn: try shield.folder.swiftFiles.map { try SwiftSource(path: $0) })
      #expect(assets.colors == [.init(name: "Brand", light: "#102030ff", dark: "#102030ff")])
    }
  }

  @Test func `a framework without a counterpart becomes an empty module`() throws {
    try Workspace.with { place in
      let monitor = try #require(try prepared(.groups, in: place)["Monitor"])
      #expect(monitor.adopted.shells == ["CoreML"])
      var workspace = try AdoptionWorkspace(directory: place + "/workspace")
      workspace.record(monitor.adopted)
      try workspace.save(sdk: try SDKLocation(named: TemplateFolders.repository, environment: [:], program: "/"))
      let package = try String(contentsOfFile: place + "/workspace/Package.swift", encoding: .utf8)
      #expect(package.contains(#".target(name: "CoreML", path: "Shells/CoreML")"#))
      #expect(FileManager.default.fileExists(atPath: place + "/workspace/Shells/CoreML/CoreML.swift"))
    }
  }

  @Test(arguments: ProjectWriter.Style.allCases)
  func `targets of other kinds are notes, and the others are adopted`(style: ProjectWriter.Style) throws {
    try Workspace.with { place in
      try ProjectSamples.whole(style).write(to: place)
      // The build fails at once, because only the targets taken up are of interest here.
      let adoption = Adoption(
        .init(
          into: place + "/workspace", manifests: place + "/manifests",
          swift: try FakeToolchain.write(to: place + "/.bin").swift, cache: place + "/.cache"),
        sdk: try SDKLocation(named: TemplateFolders.repository, environment: [:], program: "/"),
        identifiers: AppleIdentifiers.points)
      let round = try adoption.run([place])
      #expect(round.results.map(\.adopted.id) == ["rest.monitor", "rest.shield"])
      #expect(round.leftOut.count == 2 && round.leftOut.allSatisfy { !$0.isFailure }, "\(round.leftOut)")
    }
  }

  @Test func `a target that can't be read does not prevent the others`() throws {
    try Workspace.with { place in
      try ProjectSamples.whole(.groups).write(to: place)
      try FileWriting.write("<broken", to: place + "/Shield/Info.plist")
      let adoption = Adoption(
        .init(
          into: place + "/workspace", manifests: place + "/manifests",
          swift: try FakeToolchain.write(to: place + "/.bin").swift, cache: place + "/.cache"),
        sdk: try SDKLocation(named: TemplateFolders.repository, environment: [:], program: "/"),
        identifiers: AppleIdentifiers.points)
      let round = try adoption.run([place])
      #expect(round.results.map(\.adopted.id) == ["rest.monitor"])
      #expect(round.leftOut.filter(\.isFailure).map(\.reason).contains { $0.contains("Shield/Info.plist") })
    }
  }
}
