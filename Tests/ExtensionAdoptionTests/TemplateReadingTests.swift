// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import Testing

@testable import ExtensionAdoption

/// Preparation of every template up to the call of the compiler; `make adopt` builds and runs them.
@Suite struct TemplateReadingTests {
  /// The points expected for each folder, and a part of its one note, if it has one.
  private static let expected: [String: (points: [ExtensionPoint], note: String?)] = [
    "T01-PlainMonitor": ([.monitor], nil), "T02-PlainShield": ([.shieldConfiguration], nil),
    "T03-PlainAction": ([.shieldAction], nil), "T04-PlainReport": ([.report], nil),
    "T05-SelectionMonitor": ([.monitor], nil), "T06-NotifyingMonitor": ([.monitor], nil),
    "T07-BrandedShield": ([.shieldConfiguration], nil), "T08-SymbolShield": ([.shieldConfiguration], nil),
    "T09-GrantingAction": ([.shieldAction], nil), "T10-ChartReport": ([.report], nil),
    "T11-WrongIdentifier": ([.monitor], "shield-action-service"), "T12-NoInfo": ([.monitor], "no NSExtension"),
    "T13-SharedFiles": ([.monitor, .shieldConfiguration], nil), "T14-Logging": ([.monitor], nil),
    "T15-Combining": ([.report], nil), "T16-Darwin": ([.monitor], nil), "T17-ContainerFiles": ([.monitor], nil),
    "T18-AsyncAction": ([.shieldAction], nil), "T19-ListReport": ([.report], nil),
    "T20-RearmingMonitor": ([.monitor], nil), "T21-HexShield": ([.shieldConfiguration], "shield-configuration”"),
    "T22-PieReport": ([.report], nil),
    "T23-FocusGuard": ([.shieldAction, .monitor, .report, .shieldConfiguration], nil),
    "T24-HabitReport": ([.report], nil), "T25-MotivationShield": ([.shieldConfiguration], "shield-configuration”"),
    "T26-BreakAction": ([.shieldAction], nil), "T27-StrictMonitor": ([.monitor], nil),
    "T28-WidgetStyles": ([.widget], "WidgetCenter"), "T29-FilterStyles": ([.focusFilter], nil),
    "T30-DeskWidgets": ([.widget], "WidgetCenter"), "T31-DeskFilters": ([.focusFilter], nil),
  ]

  @Test func `there are at least twenty templates, and all points but the app occur`() {
    #expect(TemplateFolders.all.count >= 20)
    #expect(Set(TemplateFolders.all) == Set(Self.expected.keys))
    #expect(
      Set(Self.expected.values.flatMap(\.points)) == [
        .monitor, .shieldConfiguration, .shieldAction, .report, .widget, .focusFilter,
      ])
  }

  @Test(arguments: TemplateFolders.all)
  func `a template is recognised, and written as a package with an entry point`(template: String) throws {
    let expected = try #require(Self.expected[template])
    try Workspace.with { place in
      let sdk = try SDKLocation(named: TemplateFolders.repository, environment: [:], program: "/")
      var workspace = try AdoptionWorkspace(directory: place)
      let candidates = try AdoptionInput([TemplateFolders.path(template)]).candidates
      var notes: [String] = []
      for candidate in candidates {
        let one = try PreparedExtension(
          candidate, family: "demo", name: nil, workspace: workspace, sdk: sdk, identifiers: AppleIdentifiers.points)
        notes += one.notes
        workspace.record(one.adopted)
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(place)/Sources/\(one.adopted.module)")
        #expect(
          files.contains("main.swift") == ([.monitor, .shieldConfiguration, .shieldAction].contains(one.adopted.point)))
        for file in files {
          #expect(try !contents("\(place)/Sources/\(one.adopted.module)/\(file)").contains("#Preview"))
        }
      }
      #expect(workspace.extensions.map(\.point) == expected.points)
      if let word = expected.note {
        // Two templates name pictures that they don't have.
        let missing = ["fallback", "paper", "station"].map { "has the image “\($0)”" }
        let others = notes.filter { note in !missing.contains { note.contains($0) } }
        // Widgets also say where their links lead.
        #expect(
          others.count == (expected.points == [.widget] ? 2 : 1) && others.first?.contains(word) == true, "\(notes)")
      } else {
        #expect(notes.isEmpty, "\(notes)")
      }
      try workspace.save(sdk: sdk)
      #expect(try contents(place + "/Package.swift").contains("ExtensionRuntime"))
    }
  }

  @Test func `shared files belong to every extension next to them`() throws {
    let candidates = try AdoptionInput([TemplateFolders.path("T13-SharedFiles")]).candidates
    #expect(candidates.map(\.folder.name) == ["Monitor", "Shield"])
    for candidate in candidates {
      let names = candidate.folder.swiftFiles.map { URL(filePath: $0).lastPathComponent }
      #expect(names.contains("AppGroup.swift") && names.contains("RuleStore.swift"), "\(names)")
    }
  }

  @Test func `reads colours in every notation, with their dark values, and the largest picture`() throws {
    let brand = AssetSet(catalogs: [TemplateFolders.path("T07-BrandedShield/BrandedShield/Assets.xcassets")])
    #expect(
      brand.colors == [
        .init(name: "Accent", light: "#ffc800ff", dark: "#ffc800ff"),
        .init(name: "ShieldBackground", light: "#141e3cff", dark: "#050814ff"),
      ])
    #expect(brand.images.map(\.name) == ["logo"])
    #expect(brand.images.first?.file.hasSuffix("logo@2x.png") == true)
    let list = AssetSet(catalogs: [TemplateFolders.path("T19-ListReport/ListReport/Media.xcassets")])
    #expect(list.colors == [.init(name: "Card", light: "#f5f5f7ff", dark: "#28282cff")])
    #expect(list.notes.isEmpty)
  }

  private func contents(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
}

/// An empty directory for one test.
enum Workspace {
  static func with(_ body: (String) throws -> Void) throws {
    let place = NSTemporaryDirectory() + "sallyport-adoption-\(getpid())-\(UUID().uuidString.prefix(8))"
    defer { try? FileManager.default.removeItem(atPath: place) }
    try body(place)
  }
}
