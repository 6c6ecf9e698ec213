// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import BoundaryChecker
import ExtensionTrials
import Foundation
import HostCore
import PrivacyBoundary
import Surfaces
import TextEscaping
import WallTrials

// MARK: - The page

extension AuditBundle {
  /// The whole audit as one page without scripts or external references (PRIV-SF5), for a reader who knows nothing of
  /// Sallyport.
  var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    \(subject.line)
    <title>Audit of \(Markup.escape(name))</title>
    <style>
    \(Self.style)
    </style>
    </head>
    <body>
    <h1>Audit of \(name.escaped) \(boundary.version.escaped)</h1>
    <p class="about">\(circumstances.map(\.escaped).joined(separator: "<br>"))</p>
    \(introduction)
    <h2>Results</h2>
    <table>
    <tr><th>Part</th><th>Question</th><th>Verdict</th></tr>
    \(parts.map(row).joined(separator: "\n"))
    </table>
    \(legend)
    \(ledgerSection)
    \(filesSection)
    \(boundarySection)
    \(wallSection)
    \(wireSection)
    \(signatureSection)
    </body>
    </html>

    """
  }

  private var subject: AuditSubject {
    AuditSubject(
      family: boundary.family, version: boundary.version, date: boundary.circumstances.day,
      verdict: boundary.verdict.rawValue, build: boundary.build?.fingerprint ?? "")
  }

  private var circumstances: [String] {
    let about = boundary.circumstances
    return [
      "Tested on \(about.date.formatted(Self.day)), by Sallyport \(about.version), on a computer with \(about.kernel) "
        + "(\(about.machine))."
    ]
  }

  private static var day: Date.FormatStyle {
    Date.FormatStyle(locale: Locale(identifier: "en_GB"), timeZone: .gmt).day().month(.wide).year()
  }

  private var introduction: String {
    let programs = boundary.build.map { $0.parts.count - 1 } ?? wire.count
    return """
      <p>\(name.escaped) works with the time that a person spends in apps and on websites, for example to limit it. It \
      consists of \
      \(programs == 1 ? "one program" : "\(programs) programs") by one developer. Some of them are shown things that the \
      developer must not learn, such as the name of an app that was opened. Sallyport runs each program in a sandbox \
      that is meant to keep these secrets in.</p>
      <p>This page says how that was tested, and with which result. All tests used invented people and invented secrets\
      \(ledger == nil ? ", so this page contains no personal data" : "; only “On this computer” is about a real person").</p>
      """
  }

  private func row(_ part: Part) -> String {
    "<tr><th>\(part.name.escaped)</th><td>\(part.question.escaped)<br>\(part.meaning.escaped)</td>"
      + "<td class=\"word \(part.verdict.styleClass)\">\(part.word.escaped)</td></tr>"
  }

  private var legend: String {
    let meanings: [(BoundaryVerdict, String)] = [
      (.passed, "The tests found nothing. Each part says what its tests could have missed."),
      (.open, "The tests found a way by which a secret gets out."),
      (.takenAway, "A program lets a secret show, and Sallyport hides it before the developer can see it."),
      (.notTestable, "There is no verdict, for example because a program did not answer. The reason is given."),
    ]
    return "<dl class=\"legend\">"
      + meanings.map { "<dt class=\"word \($0.0.styleClass)\">\($0.0.rawValue)</dt><dd>\($0.1.escaped)</dd>" }.joined()
      + "</dl>"
  }

  // MARK: - Its parts

  private var filesSection: String {
    guard let build = boundary.build else { return "" }
    let rows = build.parts.map { "<tr><th>\($0.name.escaped)</th><td><code>\($0.sha256)</code></td></tr>" }
    return """
      <h2>What was tested</h2>
      <p>These files and no others. If the SHA-256 of a file on your computer differs, this page says nothing about it.</p>
      <table><tr><th>File</th><th>SHA-256</th></tr>
      \(rows.joined(separator: "\n"))</table>
      """
  }

  private var boundarySection: String {
    let calls = trials.isEmpty ? "" : "<pre>\(trials.map(\.escaped).joined(separator: "\n"))</pre>"
    return """
      <h2>Privacy boundary</h2>
      <p>Each test runs two invented worlds. They are the same day with the same acts of the person, and differ in one secret \
      only, such as the name of an app. Whatever differs in what reaches the developer is a leak.</p>
      <p>The programs of one developer are called a family. It knows apps and websites by made-up names, called tokens. Two \
      points are shown real names and are “sealed”, so that nothing comes out of them but a picture for the person: \
      “shieldConfiguration” draws the notice over a blocked app, and “report” draws what was used and for how long. A \
      channel is anything that could carry a secret out, such as the time that a program takes.</p>
      <p>Tests of time and work are statistics. They miss an effect of the size that is stated below in one of five runs \
      (“80 % power”), and call chance a leak in one of 10,000 (“99.99 %”).</p>
      <p>The tests assumed the profile “\(boundary.profile.escaped)”, which sets how precisely a developer may know when \
      something happened. “Policy” is the version of Sallyport’s list of who may learn what, “tier T1” means that no \
      protection was missing, and the same seed makes the same worlds again.</p>
      \(boundary.body(level: 3, namesFiles: false))
      \(calls)
      """
  }

  private var wallSection: String {
    let lines = wall.walls.map {
      "<tr><th>\($0.wall.escaped)</th><td>\($0.attempted)</td><td>\($0.contained)</td><td>\($0.residual)</td>"
        + "<td>\($0.succeeded)</td></tr>"
    }
    return """
      <h2>Sandbox</h2>
      <p>A hostile program tried every attack that Sallyport knows, in each kind of sandbox. Whether an attack had an effect \
      was checked from outside. “Sealed” sandboxes are for programs that are shown secrets, without any files (“compute”) or \
      with those of their language (“files”). “Confined” ones are for all other programs. “Flat” ones replace both on a \
      computer whose Linux lacks parts; the person must allow them.</p>
      <table><tr><th>Kind of sandbox</th><th>Attacks</th><th>Stopped</th><th>Known limits</th><th>Succeeded</th></tr>
      \(lines.joined(separator: "\n"))</table>
      \(list("Attacks that succeeded", wall.failures.map { "\($0.title) (\($0.wall)): \($0.finding)" }))
      \(list("Known limits", wall.residuals.map { "\($0.title) (\($0.walls.joined(separator: ", "))): \($0.reason)" }))
      \(list("Kinds that this computer does not provide", wall.refused.map { "\($0.wall): \($0.reason)" }))
      """
  }

  private var wireSection: String {
    let rows = wire.map { one -> String in
      switch one.result {
      case .notLaunched(let reason):
        return wireRow(one, "could not be started", [reason])
      case .report(let report):
        let passed = report.rows.count { $0.verdict.word == "passed" || $0.verdict.word == "advice" }
        let skipped = report.rows.count { $0.verdict.word == "skipped" }
        let failures = report.failures.map { "\($0.title): \($0.verdict.reason ?? "")" }
        return wireRow(one, "\(passed) rules kept, \(failures.count) broken, \(skipped) that do not apply", failures)
      }
    }
    return """
      <h2>Messages</h2>
      <p>Programs and Sallyport exchange lines of text. A program that breaks a rule can lose data or be stopped; that is a \
      fault, and not a leak.</p>
      <table><tr><th>Program</th><th>Result</th></tr>
      \(rows.joined(separator: "\n"))</table>
      """
  }

  private func wireRow(_ one: Wire, _ result: String, _ notes: [String]) -> String {
    "<tr><th>\(one.program.escaped)</th><td>\(result.escaped)\(notes.map { "<br>" + $0.escaped }.joined())</td></tr>"
  }

  private var ledgerSection: String {
    guard let ledger else { return "" }
    let sheet = FactSheet(ledger)
    let rows = sheet.facts.map { fact in
      let phrases = fact.phrases.isEmpty ? ["nothing"] : fact.phrases
      return "<tr><th>\(fact.term.escaped)</th><td>\(phrases.map(\.escaped).joined(separator: "<br>"))</td></tr>"
    }
    return """
      <h2>On this computer</h2>
      <p>What \(name.escaped) could learn and was shown here, \(sheet.when.escaped), from the record that Sallyport keeps for \
      the person (\(sheet.standing.joined(separator: ", ").escaped)).</p>
      <table>\(rows.joined(separator: "\n"))</table>
      """
  }

  private var signatureSection: String {
    guard let signer else {
      return "<h2>Signature</h2>\n<p>This page is not signed, so anybody could have changed it.</p>"
    }
    return """
      <h2>Signature</h2>
      <p>This page is signed. “sallyport audit verify” with the name of this file checks that nothing was changed since. \
      Ask the auditor whether this is the auditor’s public key:</p>
      <p><code>\(signer)</code></p>
      """
  }

  private func list(_ title: String, _ entries: [String]) -> String {
    guard !entries.isEmpty else { return "" }
    return "<h3>\(title)</h3>\n<ul>\(entries.map { "<li>\($0.escaped)</li>" }.joined())</ul>"
  }

  private static let style = """
    body { font: 16px/1.5 system-ui, "Liberation Sans", sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
      color: #1a1a1a; background: #fff; }
    h1 { font-size: 1.7rem; margin-bottom: 0; }
    h2 { font-size: 1.3rem; margin-top: 2.5rem; border-top: 1px solid #ccc; padding-top: 1rem; }
    h3 { font-size: 1rem; }
    .about { color: #555; margin-top: 0.2rem; }
    table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
    td, th { text-align: left; vertical-align: top; padding: 0.3rem 0.8rem 0.3rem 0; border-bottom: 1px solid #ddd; }
    td { overflow-wrap: anywhere; }
    code, pre { font: 13px/1.5 "DejaVu Sans Mono", "Liberation Mono", monospace; overflow-wrap: anywhere; }
    pre { white-space: pre-wrap; }
    .verdict { padding: 0.8rem 1rem; border-left: 6px solid; background: #f5f5f5; }
    .word { font-weight: 700; white-space: nowrap; }
    .word.passed { color: #1b7f3b; } .word.open { color: #b3261e; } .word.taken-away { color: #0b57d0; }
    .word.not-testable { color: #9a6700; }
    .legend { display: grid; grid-template-columns: 9rem 1fr; gap: 0.2rem 1rem; font-size: 0.9rem; }
    .legend dd { margin: 0; color: #444; }
    \(PrivacyReport.verdictStyle)
    """
}

extension String {
  /// Also isolated for bidirectional text, because the host's sentences contain the family's names.
  fileprivate var escaped: String { Markup.isolated(self) }
}
