// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import Testing

@testable import ExtensionAdoption

/// The files that `new` writes, without compiling them; `make adopt` builds them and runs their tests.
@Suite struct ScaffoldTests {
  private let sdk: SDKLocation

  init() throws { sdk = try SDKLocation(named: TemplateFolders.repository, environment: [:], program: "/") }

  @Test func `writes a package, a valid manifest and an entry for each point`() throws {
    try Workspace.with { place in
      let points: [ExtensionPoint] = [.app, .monitor, .shieldConfiguration, .shieldAction, .report]
      let files = try FamilyScaffold(family: "screen-rest", points: points, sdk: sdk).write(to: place)
      #expect(files.contains("Sources/ScreenRestMonitor/main.swift"))
      #expect(!files.contains("Sources/ScreenRestReport/main.swift"))
      let catalog = FamilyCatalog(directories: [place + "/manifests"], owner: getuid())
      #expect(catalog.refusals.isEmpty, "\(catalog.refusals)")
      #expect(
        catalog["screen-rest"]?.manifest.programs.map(\.id)
          == [
            "screen-rest.app", "screen-rest.monitor", "screen-rest.shield", "screen-rest.action", "screen-rest.report",
          ])
      let sources = try files.filter { $0.hasPrefix("Sources/") && !$0.hasSuffix("main.swift") }.map {
        try SwiftSource(path: place + "/" + $0)
      }
      let screening = SourceScreening(modules: ModuleKnowledge(sdk: sdk.modules))
      for source in sources { #expect(screening.faults(in: source, ownModules: ["ScreenRestShared"]).isEmpty) }
    }
  }

  @Test func `writes a widget and a Focus filter whose sources start by themselves`() throws {
    try Workspace.with { place in
      let files = try FamilyScaffold(family: "rest", points: [.widget, .focusFilter], sdk: sdk).write(to: place)
      let catalog = FamilyCatalog(directories: [place + "/manifests"], owner: getuid())
      #expect(catalog.refusals.isEmpty, "\(catalog.refusals)")
      #expect(catalog["rest"]?.manifest.programs.map(\.point) == [.widget, .focusFilter])
      let own = files.filter { $0.hasPrefix("Sources/RestWidget/") || $0.hasPrefix("Sources/RestFocus/") }
      #expect(own.sorted() == ["Sources/RestFocus/RestFocus.swift", "Sources/RestWidget/RestWidget.swift"])
      for (file, point) in zip(own.sorted(), [ExtensionPoint.focusFilter, .widget]) {
        let source = try SwiftSource(path: place + "/" + file)
        let recognised = try PointRecognition([source], info: nil, identifiers: [:], folder: file)
        #expect(recognised.point == point && recognised.principal == nil)
      }
    }
  }

  @Test func `never overwrites existing files`() throws {
    try Workspace.with { place in
      try FileWriting.makeDirectory(place)
      try FileWriting.write("mine", to: place + "/notes.txt")
      let error = #expect(throws: AdoptionError.self) {
        try FamilyScaffold(family: "rest", points: [.monitor], sdk: sdk).write(to: place)
      }
      #expect(error?.description == "\(place) already contains notes.txt; choose an empty or new directory.")
    }
  }

  @Test(arguments: ScaffoldLanguage.allCases)
  func `a family in each language is valid and names no absolute path (DEV-1)`(
    language: ScaffoldLanguage
  ) throws {
    try Workspace.with { place in
      let files = try FamilyScaffold(family: "rest", language: language, sdk: sdk).write(to: place)
      for file in ["Makefile", "README.md", "answers.json", "tests/callback", ".github/workflows/test.yml"] {
        #expect(files.contains(file))
      }
      let catalog = FamilyCatalog(directories: [place + "/manifests"], owner: getuid())
      #expect(catalog.refusals.isEmpty, "\(catalog.refusals)")
      #expect(catalog["rest"]?.manifest.programs.map(\.point) == language.points)
      for file in files {
        let text = try String(contentsOfFile: place + "/" + file, encoding: .utf8)
        #expect(!text.contains(sdk.path) && !text.contains(place), "\(file)")
      }
    }
  }

  @Test func `refuses names and points that it does not support`() {
    #expect(throws: AdoptionError.self) { try FamilyScaffold(family: "Screen Rest", points: [.monitor], sdk: sdk) }
    #expect(throws: AdoptionError.self) {
      try FamilyScaffold(family: "rest", points: [.widget], language: .c, sdk: sdk)
    }
    #expect(throws: AdoptionError.self) { try FamilyScaffold(family: "rest", points: [.app], sdk: sdk) }
    #expect(throws: AdoptionError.self) {
      try FamilyScaffold(family: "rest", points: [.monitor, .shieldConfiguration], language: .sh, sdk: sdk)
    }
    #expect(throws: AdoptionError.self) { try FamilyScaffold(family: "rest", points: [.report, .report], sdk: sdk) }
  }
}

/// The search for the SDK.
@Suite struct SDKLocationTests {
  @Test func `uses the path given, the environment, or the directory of the program`() throws {
    let root = TemplateFolders.repository
    let named = try SDKLocation(named: root, environment: [:], program: "/usr/bin/sallyport")
    #expect(named.modules.isSuperset(of: ["DeviceActivity", "ManagedSettings", "ManagedSettingsUI", "SwiftUI"]))
    let ofHost = SDKLocation.hostProducts(in: root + "/Package.swift")
    #expect(ofHost.contains("_Console") && named.modules.isDisjoint(with: ofHost))
    let above = try SDKLocation(named: nil, environment: [:], program: root + "/.build/debug/sallyport")
    #expect(above.path == named.path)
    let variable = try SDKLocation(named: nil, environment: ["SALLYPORT_SDK": root], program: "/usr/bin/sallyport")
    #expect(variable.path == named.path)
  }

  @Test func `lists the places searched when the SDK is not found`() {
    let error = #expect(throws: AdoptionError.self) {
      try SDKLocation(named: nil, environment: [:], program: "/nowhere/bin/sallyport")
    }
    #expect(error?.description.contains("/nowhere/share/sallyport/sdk") == true)
    #expect(throws: AdoptionError.self) { try SDKLocation(named: "/usr", environment: [:], program: "/") }
  }
}
