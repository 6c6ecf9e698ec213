// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import PrivacyBoundary
import ScreenTimeRules
import Surfaces
import Testing

@testable import HostCore

/// The files in which surfaces are drawn: their names, and when each is written.
@Suite struct SurfaceStageTests {
  private static let homework = FamilyID("homework")
  private static let chess = Item.application("org.gnome.Chess")
  private let scratch = Scratch()
  private var pages: String { scratch.path + "/pages" }

  private func stage(
    _ clock: HostConfiguration.ClockKind = .real, hasPages: Bool = true
  ) -> SurfaceStage {
    let configuration = HostConfiguration(
      stateDirectory: scratch.path, outputDirectory: hasPages ? pages : nil, recordingPath: nil, families: [],
      launcherPath: "/bin/false", clock: clock, mode: .faithful, start: HostedRun.start,
      environment: .init(locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true), profile: .open,
      registry: ItemRegistry(), names: [:], answers: PersonAnswers(otherwise: .approved),
      presses: PressScript(buttons: []), seed: 1, reproducibleKeys: true)
    return SurfaceStage(configuration) { _ in AssetCatalog() }
  }

  private var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: pages)) ?? []).sorted() }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: pages + "/" + name, encoding: .utf8)
  }

  private func shield(
    _ item: Item = Self.chess, of family: FamilyID? = Self.homework, isOnScreen: Bool = true, isRepeated: Bool = false,
    buttons: PresentedButtons = .own
  ) -> PresentedShield {
    PresentedShield(
      shield: Shield(item: item, hit: .direct, family: family, since: HostedRun.start), itemName: "Chess",
      familyName: "Homework", look: nil, buttons: buttons, grade: "default shield", ordinal: 1,
      isOnScreen: isOnScreen, isRepeated: isRepeated, faces: [:], at: HostedRun.start)
  }

  // MARK: - Names

  @Test func `shields are numbered by item within their family, in the order of their appearance`() {
    var names = ShieldPageNames()
    func name(_ item: Item, _ family: FamilyID?) -> String {
      names.name(for: Shield(item: item, hit: .direct, family: family, since: HostedRun.start))
    }
    let (site, other) = (Item.webDomain("org.gnome.Chess"), FamilyID("worklog"))
    let found = [
      name(Self.chess, Self.homework), name(site, Self.homework), name(site, other), name(Self.chess, nil),
      name(Self.chess, Self.homework), name(Self.chess, other), name(site, Self.homework), name(site, nil),
    ]
    #expect(
      found == [
        "shield-homework-1", "shield-homework-2", "shield-worklog-1", "shield-operator-1", "shield-homework-1",
        "shield-worklog-2", "shield-homework-2", "shield-operator-2",
      ])
  }

  @Test func `reports whose contexts would have one name get numbers, and keep them`() {
    var names = ReportPageNames()
    func name(_ context: String, _ surface: String? = nil, of family: FamilyID = Self.homework) -> String {
      var request = ReportRequest(
        family: family, context: context, segment: .hourly, start: HostedRun.start, end: HostedRun.start)
      request.surface = surface
      return names.name(for: request)
    }
    let found = [
      name("Daily Use"), name("daily/use"), name("Daily Use", "s1"), name("daily-use"), name("Daily Use"),
      name("Daily Use", "s1"), name("Daily Use", of: FamilyID("worklog")), name("Tägl 2"),
    ]
    let stem = "report-homework-daily-use"
    #expect(
      found == [
        "\(stem).html", "\(stem).2.html", "\(stem).3.html", "\(stem).4.html", "\(stem).html", "\(stem).3.html",
        "report-worklog-daily-use.html", "report-homework-t-gl-2.html",
      ])
  }

  // MARK: - When pages are written

  @Test func `a deferred page is drawn once, when pages are flushed, with its last content`() throws {
    for isDeferred in [true, false] {
      let directory = pages + (isDeferred ? "/deferred" : "/immediate")
      let writer = PageWriter(directory: directory, isDeferred: isDeferred)
      var drawn: [String] = []
      func put(_ name: String, _ text: String) throws {
        try writer.put(name) {
          drawn.append(text)
          return text
        }
      }
      func content(_ name: String) throws -> String {
        try String(contentsOfFile: directory + "/" + name, encoding: .utf8)
      }
      for (name, text) in [("a.html", "one"), ("b.html", "two"), ("a.html", "three")] { try put(name, text) }
      #expect(drawn == (isDeferred ? [] : ["one", "two", "three"]))
      #expect(FileManager.default.fileExists(atPath: directory) == !isDeferred)
      #expect(writer.written.count == (isDeferred ? 0 : 2))
      try writer.flush()
      try writer.flush()
      #expect(drawn == (isDeferred ? ["three", "two"] : ["one", "two", "three"]))
      #expect(try content("a.html") == "three" && content("b.html") == "two")
      try put("b.html", "four")
      try writer.flush()
      #expect(try content("b.html") == "four")
      #expect(try writer.write("five", to: "c.html") == directory + "/c.html")
      // Each page is named once, in the order in which the pages were first written.
      #expect(writer.written == ["a", "b", "c"].map { "\(directory)/\($0).html" })
    }
  }

  @Test func `a page that can't be written is named, and is not among those that were`() throws {
    try scratch.write("", to: "pages")
    let writer = PageWriter(directory: pages, isDeferred: false)
    let error = #expect(throws: HostError.self) { try writer.write("", to: "a.html") }
    let says = try #require(error?.description)
    #expect(error?.code == .failed && says.hasPrefix("The page \(pages)/a.html can't be written: "))
    #expect(writer.written.isEmpty)
  }

  // MARK: - Shields

  @Test func `a shield on screen has a page, and only one that a person asked for is returned`() throws {
    for (hasPages, isOnScreen, isRepeated, isWritten, isAsked) in [
      (true, true, false, true, false), (true, false, false, true, true), (true, true, true, false, false),
      (true, false, true, false, false), (false, true, false, false, false), (false, false, false, false, true),
    ] {
      let stage = stage(hasPages: hasPages)
      try? FileManager.default.removeItem(atPath: pages)
      try stage.present(.shield(shield(isOnScreen: isOnScreen, isRepeated: isRepeated)))
      let says = "\(hasPages) \(isOnScreen) \(isRepeated)"
      #expect(files == (isWritten ? ["shield-homework-1.html"] : []), "\(says)")
      #expect((stage.askedShield != nil) == isAsked && stage.askedReport == nil, "\(says)")
      stage.forgetAsked()
      #expect(stage.askedShield == nil)
    }
  }

  @Test func `a shield that was asked for has its grade, its text and the buttons of its family`() throws {
    let stage = stage()
    for (buttons, labels) in [
      (PresentedButtons.own, [] as [String]),
      (PresentedButtons.constant(ShieldButtons(primary: "Xylophone", secondary: "Zither")), ["Xylophone", "Zither"]),
    ] {
      try stage.present(.shield(shield(isOnScreen: false, buttons: buttons)))
      let drawn = try #require(stage.askedShield)
      #expect(drawn.grade == "default shield" && drawn.path == nil)
      #expect(drawn.surface.itemName == "Chess" && drawn.surface.familyName == "Homework")
      for label in ["Xylophone", "Zither"] {
        let isShown = labels.contains(label)
        #expect(drawn.terminal.contains(label) == isShown, "\(drawn.terminal)")
        #expect(try text("shield-homework-1.html").contains(label) == isShown)
      }
    }
  }

  @Test func `the page of a shield that came down says for how long it was up, and no other surface has one`() throws {
    let stage = stage()
    try stage.present(.shield(shield(.application("other"))))
    let lifted = LiftedShield(
      shield: shield().shield, itemName: "A <b>", familyName: "H & W", since: "10:01", until: "10:02")
    try stage.withdraw(.shield(lifted))
    try stage.withdraw(.app(Self.homework))
    #expect(files == ["shield-homework-1.html", "shield-homework-2-after.html"])
    let page = try text("shield-homework-2-after.html")
    #expect(page.contains("<title>A &lt;b&gt; is open – H &amp; W</title>"))
    #expect(page.contains("<h1><bdi>A &lt;b&gt;</bdi> is open</h1>"))
    #expect(
      page.contains("<p>The shield of <bdi>H &amp; W</bdi> went up 10:01 and came down 10:02.</p>"))
    // The home page is drawn again without a widget that is gone.
    try stage.withdraw(.widget("w1"))
    #expect(files.contains("home.html"))
  }

  // MARK: - Reports

  @Test func `a report says who drew it, and is returned only if a person asked for it`() throws {
    let view: WireValue = ["view": ["kind": "text", "text": "12 minutes"]]
    for (view, grade, isAsked, footer) in [
      (view, "sealed", true, "drawn by a sealed process"), (nil, nil, true, "placeholder"),
      (view, "confined", true, "drawn by a process with the grade: confined"),
      (["view": ["kind": "nonsense"]], "sealed", true, "placeholder"), (view, "sealed", false, nil),
    ] as [(WireValue?, String?, Bool, String?)] {
      let stage = stage(.virtual)
      let request = ReportRequest(
        family: Self.homework, context: "Daily", segment: .hourly, start: HostedRun.start, end: HostedRun.start)
      try stage.present(
        .report(
          PresentedReport(
            request: request, familyName: "Homework", view: view, grade: grade, span: "Monday", isAsked: isAsked,
            faces: [:], at: HostedRun.start)))
      // A report is written at once, even on a virtual clock.
      let path = pages + "/report-homework-daily.html"
      let html = try String(contentsOfFile: path, encoding: .utf8)
      #expect(stage.pages?.written == [path])
      guard let footer else {
        #expect(stage.askedReport == nil)
        continue
      }
      let drawn = try #require(stage.askedReport)
      #expect(drawn.html == html && drawn.path == path && html.contains(footer))
      #expect(drawn.outcome == (footer == "placeholder" ? "fallback" : "answered"))
      #expect(html.contains("12 minutes") == (footer != "placeholder"))
      #expect(drawn.terminal.contains("Homework · Daily · Monday"))
      #expect(drawn.terminal.contains(footer.prefix(20)))
      stage.forgetAsked()
      #expect(stage.askedReport == nil)
    }
  }

  @Test func `the page of notifications has each card's own texts and each badge`() throws {
    let stage = stage()
    func notification(_ number: Int64, _ name: String) -> PresentedNotification {
      PresentedNotification(
        family: Self.homework, familyName: "F\(name)", number: number, id: name, title: "T\(name)",
        subtitle: "S\(name)", body: "B\(name)", level: .active, dueAt: HostedRun.start, at: HostedRun.start,
        shownAt: "at \(name)", isRepeated: false)
    }
    let list = PresentedNotificationList(
      notifications: [notification(1, "x"), notification(2, "y")], badges: [.init(familyName: "Fz", count: 42)])
    try stage.present(.notifications(list))
    let surface = NotificationSurface(
      cards: ["x", "y"].map {
        NotificationSurface.Card(
          familyName: "F\($0)", title: "T\($0)", subtitle: "S\($0)", body: "B\($0)", shownAt: "at \($0)")
      }, badges: [NotificationSurface.Badge(familyName: "Fz", count: 42)])
    #expect(files == ["notifications.html"])
    #expect(try text("notifications.html") == surface.html)
  }
}
