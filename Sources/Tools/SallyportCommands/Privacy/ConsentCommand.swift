// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HostCore
import PrivacyBoundary
import ScreenTimeRules
import Surfaces
import TextEscaping

/// `sallyport consent`: shows what a person agrees to with a grant, generated from the flow policy.
struct ConsentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "consent",
    abstract: "Show the grant sheet, with what a family could learn under a profile; agree again.")

  @Argument(help: "The family, such as homework.")
  var family: String

  @Option(
    help: """
      Privacy profile: open, standard or tight; with --agree how finely the family may learn from now on. \
      (default: the profile in force)
      """)
  var profile: ProfileChoice?

  @Flag(help: "Agree to the current sheet, which resumes what was suspended when the policy was widened.")
  var agree = false

  @OptionGroup var person: PersonOptions
  @OptionGroup var options: OutputOptions

  func validate() throws {
    guard agree || person.role == .owner else { throw ValidationError("--as guardian goes with --agree.") }
  }

  func run() throws {
    guard !agree else {
      let terms = ConsentTerms(profile: profile?.value)
      return try person.carryOut(
        .consent(FamilyID(family), terms), note: "\(family) continues under the current policy")
    }
    let view = try person.state.openView()
    defer { view.close() }
    try view.host.requireFamily(family)
    let sheet = view.host.facts.consentSheet(for: FamilyID(family), profile: profile?.value)
    switch (options.quiet, options.format) {
    case (true, _):
      let rules = sheet.can.compactMap(\.dc).map { "DC\($0)" }.uniqued
      Terminal.show(TerminalText(lines: rules.map { TerminalText($0) }))
    case (false, .json): Terminal.show(try JSONText.of(sheet))
    case (false, .table):
      Terminal.show(TerminalText(drawing: FactSheet(sheet).terminal(columns: min(Terminal.columns, 110))))
    }
    view.host.noteSuspension(of: family)
  }
}

extension FactSheet {
  init(_ sheet: ConsentSheet) {
    self.init(
      title: sheet.family, when: "what you agree to",
      standing: ["profile \(sheet.profile.rawValue)", "protections \(sheet.tier)"],
      facts: [
        Fact("can", sheet.can.map(\.says), tone: .told), Fact("is shown, sealed", sheet.isShown.map(\.says)),
        Fact("can't tell", sheet.cannot, tone: .withheld), Fact("price", sheet.price.map { [$0] } ?? []),
        sheet.notEnforced.isEmpty ? nil : Fact("not enforced here", sheet.notEnforced),
        sheet.starts.isEmpty ? nil : Fact("starts", sheet.starts),
        sheet.suspended.map { Fact("suspended", $0.waits, tone: .stopped) },
      ].compactMap { $0 }, acts: [])
  }
}

extension [String] {
  /// The elements without duplicates, in the order of their first occurrence.
  fileprivate var uniqued: [String] {
    reduce(into: []) { result, element in if !result.contains(element) { result.append(element) } }
  }
}
