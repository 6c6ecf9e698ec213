// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionProtocol
import FamilyManifests
import Foundation
import HostCore
import PrivacyBoundary
import ScreenTimeRules
import Surfaces
import TextEscaping

/// `sallyport ledger show`: one page per family, short enough to read in twenty seconds.
struct LedgerShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a page per family: what it could learn, was shown, could not learn, tried.")

  @Option(help: "Only this family.")
  var family: String?

  @Option(help: "Number of days up to the last one, 1 to 14.")
  var days = 7

  @Option(help: "Write the pages to this file, as HTML.")
  var html: String?

  @OptionGroup var state: StateOptions
  @OptionGroup var options: OutputOptions

  func validate() throws {
    guard (1...14).contains(days) else {
      throw ValidationError("--days must be a number from 1 to 14, since the ledger keeps its text that long.")
    }
  }

  func run() throws {
    let view = try state.openView()
    defer { view.close() }
    let host = view.host
    if let family { try host.requireFamily(family) }
    let families = family.map { [FamilyID($0)] } ?? host.facts.state.familyIDs
    let pages = try families.map { family in
      try host.facts.ledgerPage(of: family, days: days, build: host.configuration.build(of: family))
    }
    if let html {
      let text = FactSheet.html(
        pages.map(FactSheet.init), title: "Privacy ledger", language: host.configuration.environment.locale)
      do {
        try PrivateFile.replace(html, with: Data(text.utf8))
      } catch {
        throw HostError(.failed, "The page can't be written to \(html): \(error.localizedDescription)")
      }
      try host.enterExport(of: "the ledger's pages")
      Terminal.note("wrote \(html)")
      return
    }
    switch (options.quiet, options.format) {
    case (true, _): Terminal.show(TerminalText(lines: pages.map { TerminalText($0.family) }))
    case (false, .json): Terminal.show(try JSONText.of(pages))
    case (false, .table):
      let sheets = pages.map { FactSheet($0).terminal(columns: min(Terminal.columns, 110)) }
      Terminal.show(TerminalText(drawing: sheets.joined(separator: "\n\n\n")))
    }
    for page in pages { host.noteSuspension(of: page.family) }
    try host.noteLedgerOff()
  }
}

extension FactSheet {
  /// A family's page in words that need no explanation.
  init(_ page: LedgerPage) {
    let missing = page.missingProtections
    let walls =
      missing.isEmpty
      ? "all protections on"
      : "protections off: \(missing.joined(separator: ", ")); “sallyport doctor” says what that means"
    let precision =
      page.profile == .open ? "may know exact times" : "may know times to within \(page.profile.resolution)"
    let allowed = page.callbacks.most.map { "it may ask for up to \($0)" } ?? "it may ask for any number"
    let items = page.nameableItems
    let named = "\(items) \(items == 1 ? "item" : "items") you picked, each by a code"
    self.init(
      title: page.name, when: "\(SpokenDay(page.from)) to \(SpokenDay(page.to))",
      standing: [page.grant ?? (page.isApproved ? "granted" : "not granted"), precision, walls],
      facts: [
        Fact("could tell", page.learned, tone: .told), Fact("saw, can’t pass on", page.shown),
        Fact("could not tell", page.notTold, tone: .withheld),
        Fact("tried and was stopped", page.stopped, tone: page.stopped.isEmpty ? .plain : .stopped),
        Fact("can name", items == 0 ? [] : ["\(named): the names on this page are for you alone"]),
        Fact("asked for callbacks", ["at most \(page.callbacks.registered) times a day; \(allowed)"]),
        // Mention the ledger only if it is off.
        page.ledger.map { Fact("ledger", ["\($0): only the last day can be shown"], tone: .stopped) },
        Fact("tested for leaks", Self.tested(page), tone: page.checkIsStale ? .stopped : .plain),
      ].compactMap { $0 },
      acts: page.isApproved
        ? [
          SuggestedAction("take one item back", command: "sallyport tokens withdraw \(page.family) ITEM"),
          SuggestedAction("invalidate all its codes", command: "sallyport tokens reset \(page.family)"),
          SuggestedAction("end everything", command: "sallyport revoke \(page.family)"),
        ] : [])
  }

  /// A verdict applies to one build only.
  private static func tested(_ page: LedgerPage) -> [String] {
    let command = "sallyport check \(page.family) --privacy"
    guard let check = page.check else { return ["not yet: \(command)"] }
    return page.checkIsStale
      ? [check, "its programs or its manifest have changed since, so test again: \(command)"] : [check]
  }
}

extension HostConfiguration {
  /// The family's files as they are now; `nil` if one of them can't be read, so that it can't be compared.
  func build(of family: FamilyID) -> FamilyBuild? {
    families.first { $0.manifest.family == family.rawValue }.flatMap { try? FamilyBuild(of: $0) }
  }
}
