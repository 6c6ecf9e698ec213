// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Pages
import ScreenTimeRules
import Testing

@testable import HostCore

/// Compares whole pages with transcripts: each word, number, link and control of a device on which much has happened.
@Suite struct PageTranscriptTests {
  private static let editor = Item.application("org.gnome.TextEditor")
  private static let chess = Item.application("org.gnome.Chess")
  private static let browser = Item.application("org.mozilla.firefox")
  private static let site = Item.webDomain("example.org")
  private static let minute: Int64 = 60_000

  /// Three days of two families: one that shields and counts the editor, and one whose monitor crashes.
  private func hosted(
    authorize: PromptAnswer? = nil, delay: Int64 = 0, families names: [String] = ["steady", "crasher"]
  ) throws -> HostedRun {
    let families = try ScriptFamilies()
    for name in names { try families.add(name, app: name == "steady" ? "picker.py" : "setup.py") }
    var names = [Self.editor: "Editor", Self.chess: "Chess", Self.browser: "Browser"]
    for code in 1...13 { names[.category("\(code)")] = "Category \(code)" }
    return try HostedRun(
      families, picks: [["applications": [Self.editor.id]]],
      filed: [Self.editor: .category("5"), Self.chess: .category("3"), .application("org.gnome.Maps"): .category("3")],
      authorize: authorize, names: names, looseningSeconds: delay)
  }

  /// A morning on the `day`-th day: a browser with a page, a game, the editor, and a pause.
  private func morning(_ run: HostedRun, onDay day: Int64) throws {
    let eight = HostedRun.start.advanced(by: day * 86_400_000 + 8 * 3_600_000)
    if run.host.facts.state.now < eight { try run.host.run(through: [UseSpan](), until: eight) }
    func span(_ start: Int64, _ end: Int64, _ app: Item?, _ web: Item? = nil, known: Bool = true) -> UseSpan {
      UseSpan(
        start: eight.advanced(by: start * Self.minute), end: eight.advanced(by: end * Self.minute), app: app, web: web,
        isPresent: true, presenceKnown: known)
    }
    try run.host.run(
      through: [
        span(0, 12, Self.browser, Self.site), span(12, 20, Self.chess), span(20, 21, Self.editor),
        span(40, 45, Self.browser, known: false), span(45, 90 + day * 7, Self.chess),
      ], until: eight.advanced(by: 120 * Self.minute))
  }

  private static let addresses = [
    "/today", "/week", "/day", "/day/2026-10-19", "/shields", "/requests", "/families", "/family/steady",
    "/family/crasher", "/ledger", "/extensions", "/gallery", "/trace", "/trace/2026-10-19",
    "/item/app:org.gnome.TextEditor", "/item/app:org.gnome.Chess", "/item/site:example.org",
    "/shield/app:org.gnome.TextEditor", "/shield/app:org.gnome.Chess",
  ]

  /// The pages of a device, and those of the use that they lead to.
  private func lines(
    _ run: HostedRun, _ addresses: [String] = addresses, hasPasscode: Bool = false, hidesNames: Bool = false
  ) throws -> [String] {
    let maker = PageMaker(run.host.facts, hasPasscode: hasPasscode, hidesNames: hidesNames)
    var pages: [Page] = []
    for path in addresses {
      guard let address = PageAddress(path: path), let page = try? maker.page(address) else { continue }
      pages.append(page)
    }
    var seen = Set(pages.map(\.address))
    for address in pages.flatMap(\.links) where address.kind == .use && seen.insert(address).inserted {
      if seen.count < 40 { pages.append(try maker.page(address)) }
    }
    return pages.flatMap(PageTranscript.lines)
  }

  @Test func `the pages of three days match their transcript`() throws {
    let run = try hosted()
    for day in 0..<3 as Range<Int64> { try morning(run, onDay: day) }
    try PageTranscript.compare(try lines(run), with: "three-days")
    try PageTranscript.compare(try lines(run, hidesNames: true), with: "three-days-without-names")
    _ = try run.close()
  }

  @Test func `the pages after requests, answers, grants and changes match their transcript`() throws {
    let run = try hosted(delay: 86_400)
    try morning(run, onDay: 0)
    func act(_ kind: PersonOrder.Kind, as role: PersonOrder.Role = .owner) throws {
      _ = try run.host.carryOut(PersonOrder(kind, as: role, by: .console, act: UUID().uuidString))
    }
    try act(.ask(item: "Editor", seconds: 900, reason: "level 3"))
    try act(.ask(item: "Chess", seconds: 5_400, reason: ""))
    let changed = [
      "/today", "/day", "/shields", "/requests", "/families", "/family/steady", "/extensions",
      "/item/app:org.gnome.TextEditor", "/shield/app:org.gnome.TextEditor",
    ]
    var lines = try lines(run, changed)
    try act(.allow(.item("Editor"), GrantLength(.add, seconds: 600)))
    try act(.rename(item: "Chess", name: "Game of kings"))
    try act(.file(item: "Game of kings", category: "5"))
    try morning(run, onDay: 1)
    lines += try self.lines(run, changed + ["/ledger", "/item/app:org.gnome.Chess"], hasPasscode: true)
    try act(.revoke(FamilyID("steady"), keepsShields: true))
    try morning(run, onDay: 3)
    lines += try self.lines(run, changed)
    try PageTranscript.compare(lines, with: "acts")
    _ = try run.close()
  }

  @Test func `pages with unanswered questions match their transcript`() throws {
    let run = try hosted(authorize: .unanswered)
    try morning(run, onDay: 0)
    try PageTranscript.compare(
      try lines(run, ["/today", "/requests", "/families", "/family/steady", "/shields", "/ledger", "/extensions"]),
      with: "unanswered")
    _ = try run.close()
  }
}
