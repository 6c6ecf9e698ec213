// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTrials
import FamilyManifests
import Foundation
import Testing

@testable import ExtensionAdoption

/// Full adoption runs: each template is built and checked for conformance. The SDK is compiled once for all.
@Suite(
  .serialized,
  .enabled(
    if: ProcessInfo.processInfo.environment["SALLYPORT_ADOPT"] == "1", "`make adopt` builds and runs the templates"))
struct AdoptionRunTests {
  static let workspace = TemplateFolders.repository + "/.build-adopt"

  static func adoption(into directory: String = workspace, isStatic: Bool = false) throws -> Adoption {
    var settings = Adoption.Settings(into: directory, manifests: directory + "/manifests")
    settings.isStatic = isStatic
    return Adoption(
      settings,
      sdk: try SDKLocation(named: TemplateFolders.repository, environment: [:], program: "/"),
      identifiers: AppleIdentifiers.points)
  }

  @Test func `every template is adopted, built, registered and conforming`() throws {
    let batches = TemplateFolders.all.map {
      (family: Optional(TemplateFolders.family($0)), paths: [TemplateFolders.path($0)])
    }
    let results = try Self.adoption().run(batches: batches) { print($0) }
    let catalog = FamilyCatalog(directories: [Self.workspace + "/manifests"], owner: getuid())
    #expect(catalog.refusals.isEmpty, "\(catalog.refusals)")
    var rows: [[String]] = []
    for result in results {
      #expect(result.isBuilt, "\(result.adopted.id): \(result.faults.map(\.description)) \(result.buildError ?? "")")
      rows.append(try row(of: result, in: catalog))
    }
    print(Self.table(rows))
    try checkWithoutFiles { try $0.run(batches: batches) }
    let again = try Self.adoption().run(batches: [batches[0]])
    #expect(again.allSatisfy { $0.isBuilt })
  }

  /// The sources that other tests compile as a library: 33 widgets in two bundles, and the filters. Two filters fail or give
  /// a closure on purpose, and one provider lacks its methods, which the SDK's own tests check.
  @Test func `every widget and filter of the compatibility sources is adopted and answers each callback`() throws {
    try Workspace.with { place in
      let sources = TemplateFolders.repository + "/Tests/SourceCompatibility/"
      for (name, main) in [("Everyday", "EverydayBundle"), ("Shelf", "ShelfBundle")] {
        try FileManager.default.copyItem(atPath: sources + "Widgets", toPath: "\(place)/\(name)")
        try FileWriting.write(
          """
          import SwiftUI
          import WidgetKit

          @main
          struct Everything: WidgetBundle {
            var body: some Widget { \(main)().body }
          }

          """, to: "\(place)/\(name)/Main.swift")
        try Self.writeAssets(to: "\(place)/\(name)/Assets.xcassets")
      }
      let batches = ["Everyday", "Shelf"].map { (family: Optional($0.lowercased()), paths: ["\(place)/\($0)"]) }
      let filters = [("filters", "Filters"), ("focus", "Focus")].map {
        (family: Optional($0.0), paths: [sources + $0.1])
      }
      let results = try Self.adoption().run(batches: batches + filters) { print($0) }
      let catalog = FamilyCatalog(directories: [Self.workspace + "/manifests"], owner: getuid())
      #expect(results.map(\.adopted.point) == [.widget, .widget, .focusFilter, .focusFilter])
      var rows: [[String]] = []
      for result in results {
        #expect(result.isBuilt, "\(result.adopted.id): \(result.faults.map(\.description)) \(result.buildError ?? "")")
        rows.append(try row(of: result, in: catalog, exceptions: ["FailingFilter", "ClosureFilter"]))
      }
      print(Self.table(rows))
    }
  }

  /// The colour and the images that the sources name.
  private static func writeAssets(to catalog: String) throws {
    try FileWriting.makeDirectory(catalog + "/Paper.colorset")
    try FileWriting.write(
      """
      {"colors": [{"color": {"components": {"red": "0xf5", "green": "0xf0", "blue": "0xe6", "alpha": "1"}}}]}
      """, to: catalog + "/Paper.colorset/Contents.json")
    let picture = TemplateFolders.path("T07-BrandedShield") + "/BrandedShield/Assets.xcassets/logo.imageset/logo.png"
    for name in ["bg1", "photo"] {
      let set = "\(catalog)/\(name).imageset"
      try FileWriting.makeDirectory(set)
      try FileWriting.write(#"{"images": [{"filename": "logo.png", "scale": "1x"}]}"#, to: set + "/Contents.json")
      try FileManager.default.copyItem(atPath: picture, toPath: set + "/logo.png")
    }
  }

  @Test(arguments: ProjectWriter.Style.allCases)
  func `the Screen Time targets of a whole project are built and conforming`(style: ProjectWriter.Style) throws {
    try Workspace.with { place in
      try ProjectSamples.whole(style).write(to: place)
      let round = try Self.adoption().run([place])
      let catalog = FamilyCatalog(directories: [Self.workspace + "/manifests"], owner: getuid())
      #expect(round.results.map(\.adopted.id) == ["rest.monitor", "rest.shield"])
      for result in round.results {
        #expect(result.isBuilt, "\(result.adopted.id): \(result.faults.map(\.description)) \(result.output)")
        print(try row(of: result, in: catalog))
      }
      try checkWithoutFiles { try $0.run([place]).results }
    }
  }

  @Test func `a missing import is added after a failed build, and a faulty file that nothing mentions left out`() throws
  {
    try Workspace.with { place in
      try FileWriting.makeDirectory(place + "/Amended")
      try FileWriting.write(
        """
        import DeviceActivity

        class Amended: DeviceActivityMonitor {
          override func intervalDidStart(for activity: DeviceActivityName) {
            UNUserNotificationCenter.current().removeAllPendingNotificationRequests()
          }
        }
        """, to: place + "/Amended/Amended.swift")
      try FileWriting.write(
        "import CoreData\nstruct Odd { let object: NSManagedObject }\n", to: place + "/Amended/Odd.swift")
      let result = try #require(try Self.adoption().run(batches: [("amended", [place + "/Amended"])]).first)
      #expect(result.isBuilt, "\(result.faults.map(\.description)) \(result.output)")
      #expect(result.adopted.implicitImports?.contains("UserNotifications") == true)
      #expect(result.notes.contains { $0.hasPrefix("\(place)/Amended/Odd.swift is left out") }, "\(result.notes)")
    }
  }

  /// A dynamic program has all of Foundation; a static one contains only what its code references.
  @Test(arguments: [false, true])
  func `a shield action keeps every kind of default, on a queue of its own`(isStatic: Bool) throws {
    let group = "group.com.example.breaks"
    let template = TemplateFolders.path("T26-BreakAction")
    let result = try #require(try Self.adoption(isStatic: isStatic).run(batches: [("t26", [template])]).first)
    let subject = try TrialSubject(
      executable: try #require(result.executable, "\(result.buildError ?? "")"), point: .shieldAction, groups: [group])
    let stage = try TrialStage(subject, launcherPath: Self.launcher)
    let call = try CallTrial(subject, on: stage, pace: TrialPace(patience: 20))
      .run("handle", json: ["action": "secondaryButtonPressed"])
    #expect(call.problem == nil, "\(call.problem ?? "") \(call.exit ?? "")")
    var kept: [String: PropertyValue] = [:]
    for case .setDefault(let suite, let key, let value?) in call.effects {
      #expect(suite == group, "\(key) was registered only, or belongs to the group")
      kept[key] = value
    }
    #expect(kept["whole"] == .bool(true), "\(kept)")
    #expect(kept["count"] == .integer(1))
    #expect(kept["sizes"] == .list([.decimal("0.5"), .decimal("2.0")]))
    // JSON on the wire can't hold `Int.min`, so the value is not sent.
    #expect(kept["least"] == nil)
    guard case .list(let breaks) = kept["breaks"], case .data = breaks.first else {
      Issue.record("no break was saved: \(kept)")
      return
    }
  }

  @Test func `code that can't compile is listed by file, line and reason, and not registered`() throws {
    try Workspace.with { place in
      let folder = place + "/Faulty"
      try FileWriting.makeDirectory(folder)
      try FileWriting.write(
        """
        import DeviceActivity

        class Faulty: DeviceActivityMonitor {
          override func intervalDidStart(for activity: DeviceActivityName) {
            UIApplication.shared.beep()
            activity.sparkle()
          }
        }
        """, to: folder + "/Faulty.swift")
      // The shared workspace, whose SDK is already compiled.
      let results = try Self.adoption().run(batches: [("faulty", [folder])])
      let faults = try #require(results.first).faults
      #expect(faults.map(\.line) == [5, 6])
      #expect(faults.map(\.kind) == [.missing, .missing])
      #expect(faults.allSatisfy { $0.file == folder + "/Faulty.swift" })
      #expect(!FileManager.default.fileExists(atPath: Self.workspace + "/manifests/faulty.json"))
    }
  }

  @Test func `a new family builds, passes its own tests and conforms`() throws {
    try Workspace.with { place in
      let directory = place + "/screen-rest"
      let sdk = try SDKLocation(named: TemplateFolders.repository, environment: [:], program: "/")
      let points: [ExtensionPoint] = [.app, .monitor, .shieldConfiguration, .shieldAction, .report]
      _ = try FamilyScaffold(family: "screen-rest", points: points, sdk: sdk).write(to: directory)
      #expect(try Self.run("make", "build", "SALLYPORT=" + Self.program, in: directory) == 0)
      #expect(try Self.run("swift", "test", in: directory) == 0)
      let catalog = FamilyCatalog(directories: [directory + "/manifests"], owner: getuid())
      let family = try #require(catalog["screen-rest"])
      for program in family.manifest.programs {
        let report = try Self.check(TrialSubject(program, of: family))
        #expect(report.failures.isEmpty, "\(program.id): \(report.failures)")
      }
    }
  }

  @Test func `prints the time to hello and the size of an extension, dynamic and static, and of a C program`() throws {
    let template = TemplateFolders.path("T01-PlainMonitor")
    let inC = try TrialSubject(executable: BuiltProgram.path("faulty-sealed"), point: .monitor)
    var subjects = [("C", inC)]
    for isStatic in [false, true] {
      let place = Self.workspace + (isStatic ? "-static" : "")
      let adoption = try Self.adoption(into: place, isStatic: isStatic)
      let result = try #require(try adoption.run(batches: [("t01", [template])]).first)
      let family = try #require(FamilyCatalog(directories: [place + "/manifests"], owner: getuid())["t01"])
      let name = isStatic ? "static" : "dynamic"
      subjects.append((name, TrialSubject(try #require(family.manifest.extensions.first), of: family)))
      print("the \(name) executable has \(result.executableBytes ?? 0) bytes")
    }
    var times: [[(fromExec: Double, whole: Double)]] = subjects.map { _ in [] }
    let stages = try subjects.map { try TrialStage($0.1, launcherPath: Self.launcher) }
    // Alternate the programs, so that other load on the machine affects all.
    for _ in 0..<200 {
      for index in subjects.indices {
        let greeting = try Handshake(subjects[index].1, on: stages[index], pace: TrialPace(patience: 20))
        #expect(greeting.hello != nil)
        times[index].append(
          (try #require(greeting.time).inMilliseconds, try #require(greeting.wholeTime).inMilliseconds))
        greeting.dialogue.process.kill()
      }
    }
    for (words, value) in [
      ("exec to hello in the sandbox", \.fromExec), ("launch to hello, including the sandbox", \.whole),
    ] as [(String, KeyPath<(fromExec: Double, whole: Double), Double>)] {
      for (name, part) in [("p10", 0.1), ("p50", 0.5), ("p90", 0.9)] {
        let figures = zip(subjects, times).map { subject, times in
          "\(subject.0) \(times.map { $0[keyPath: value] }.sorted()[Int(part * 200)]) ms"
        }
        print("\(words), \(name) of 200: \(figures.joined(separator: ", "))")
      }
    }
  }

  // MARK: - Running

  private func row(
    of result: AdoptionResult, in catalog: FamilyCatalog, exceptions: [String] = []
  ) throws -> [String] {
    guard result.isBuilt, let family = catalog[result.adopted.family],
      let program = family.manifest.programs.first(where: { $0.id == result.adopted.id })
    else { return [result.adopted.id, result.adopted.pointName, "not built", "–", "–", "–"] }
    let report = try Self.check(TrialSubject(program, of: family))
    let failures = report.failures.filter { failure in !exceptions.contains { "\(failure)".contains($0) } }
    #expect(failures.isEmpty, "\(result.adopted.id): \(failures)")
    let advice = report.rows.filter { $0.verdict.word == "advice" }.map(\.id).joined(separator: " ")
    let verdict = report.failures.isEmpty ? "passes" : "fails " + report.failures.map(\.id).joined(separator: " ")
    return [
      result.adopted.id, result.adopted.pointName, verdict, advice.isEmpty ? "–" : advice,
      "\((report.executableBytes ?? 0) / 1_000_000) MB",
      report.startMedian.map { "\(($0 * 10).rounded() / 10) ms" } ?? "–",
    ]
  }

  /// Without files in its manifest, a sealed extension runs in the sandbox where it can't open any file. Only a static
  /// program can start there: a dynamic one needs its loader and libraries.
  private func checkWithoutFiles(_ adopt: (Adoption) throws -> [AdoptionResult]) throws {
    let place = Self.workspace + "-static"
    let results = try adopt(try Self.adoption(into: place, isStatic: true))
    let catalog = FamilyCatalog(directories: [place + "/manifests"], owner: getuid())
    var count = 0
    for result in results {
      let family = try #require(catalog[result.adopted.family], "\(result.adopted.id): \(result.buildError ?? "")")
      let program = try #require(family.manifest.programs.first { $0.id == result.adopted.id })
      guard program.point.isSealed else { continue }
      count += 1
      var subject = TrialSubject(program, of: family)
      subject.fitting = .compute
      let stage = try TrialStage(subject, launcherPath: Self.launcher)
      let call = try CallTrial(subject, on: stage, pace: TrialPace(patience: 20)).run(
        subject.point == .report ? "makeReport" : "configuration", json: nil)
      #expect(call.problem == nil, "\(subject.id) without files: \(call.problem ?? "")")
    }
    #expect(count > 0)
  }

  private static func check(_ subject: TrialSubject) throws -> ConformanceReport {
    let stage = try TrialStage(subject, launcherPath: launcher)
    return try ConformanceSuite(subject, on: stage, pace: TrialPace(patience: 20, starts: 5)).run()
  }

  private static let launcher = BuiltProgram.path("sallyport-launch")
  private static let program = BuiltProgram.path("sallyport")

  private static func run(_ arguments: String..., in directory: String) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: directory)
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  private static func table(_ rows: [[String]]) -> String {
    let all = [["EXTENSION", "POINT", "PROTOCOL", "ADVICE", "SIZE", "HELLO P50"]] + rows
    return all.map { row in
      row.map { $0.padding(toLength: max(22, $0.count), withPad: " ", startingAt: 0) }.joined()
    }.joined(separator: "\n")
  }
}
