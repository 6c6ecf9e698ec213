// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HostCore
import ScreenTimeRules
import ScreenTimeStore
import TextEscaping

/// The deliveries that were settled before a run, which its summary doesn't count.
struct EarlierDeliveries {
  fileprivate let ids: Set<Int64>

  init(_ facts: DeviceFacts) throws {
    ids = Set(try facts.store.read { try $0.deliveryHistory() }.filter { $0.settlement != nil }.map(\.id))
  }
}

/// The result of a run: deliveries by outcome, and the pages that were written.
struct RunSummary {
  private struct Value: Encodable {
    var until: Int64
    var deliveries: [String: Int]
    var owed: Int
    var pages: [String]
    /// The number of processes that were started.
    var launches: Int
    /// The same by program.
    var launched: [String: Int]
    var notLaunched: [Refusal]
    var leftOut: [LeftOut]
    /// What fails a strict run.
    var findings: [FindingOutput]
    /// The families with a monitor that got no callback, if no family got one.
    var silent: [Silent]
  }

  private struct FindingOutput: Encodable {
    var kind: String
    var subject: String
    var detail: String
    var count: Int
  }

  private struct Silent: Encodable {
    var family: String
    var cause: String
    var says: String
  }

  private struct Refusal: Encodable {
    var program: String
    var stage: String
    var reason: String
    var count: Int
  }

  private struct LeftOut: Encodable {
    var family: String
    var reason: String
  }

  private let value: Value
  private let tally: LaunchTally
  private let record: RunRecord

  init(
    _ facts: DeviceFacts, since earlier: EarlierDeliveries, _ launches: LaunchTally, _ record: RunRecord,
    pages: [String], _ words: ReasonWords
  ) throws {
    self.record = record
    // One family's callback shows that the run works; the others may have had nothing to do.
    let silences = record.monitorCallbacks.isEmpty ? try facts.silences(in: record, launches) : []
    var outcomes: [String: Int] = [:]
    for delivery in try facts.store.read({ try $0.deliveryHistory() }) where !earlier.ids.contains(delivery.id) {
      outcomes[delivery.settlement?.outcome.rawValue ?? "owed", default: 0] += 1
    }
    tally = launches
    value = Value(
      until: facts.state.now.milliseconds, deliveries: outcomes, owed: outcomes["owed"] ?? 0,
      pages: pages, launches: tally.launched.values.reduce(0, +),
      launched: tally.launched,
      notLaunched: tally.refusals.map {
        Refusal(program: $0.program, stage: $0.stage, reason: $0.reason, count: $0.count)
      },
      leftOut: tally.leftOut.map { LeftOut(family: $0.family, reason: $0.reason) },
      findings: record.findings.map {
        FindingOutput(kind: $0.kind.rawValue, subject: $0.subject, detail: $0.detail, count: $0.count)
      },
      silent: silences.map { Silent(family: $0.family.rawValue, cause: $0.cause.code, says: $0.sentence(words)) })
  }

  func print(_ options: OutputOptions) throws {
    guard options.format == .table else {
      Terminal.show(try JSONText.of(value, pretty: false))
      return
    }
    let pages = value.pages.map { TerminalText($0) }
    if options.quiet { return Terminal.show(TerminalText(lines: pages)) }
    let counts = value.deliveries.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    Terminal.show("\ncallbacks: \(counts.isEmpty ? "none" : counts)")
    if !pages.isEmpty { Terminal.show("pages:\n" + TerminalText(lines: pages.map { "  \($0)" })) }
  }

  /// Prints what was not launched or left open to standard error, and fails the run if necessary.
  ///
  /// - Parameters:
  ///   - isStrict: whether everything that went wrong fails the run.
  ///   - isLive: whether a person could have answered the prompts.
  /// - Throws: `ExitCode` 3 if nothing could be launched, 1 if something could not or an answer was missing.
  func judge(isStrict: Bool, isLive: Bool) throws {
    for silent in value.silent { Terminal.note("\(silent.family): no callback of its monitor. \(silent.says)") }
    for refusal in tally.lasting {
      let times: TerminalText = refusal.count == 1 ? "once" : "\(refusal.count) times"
      Terminal.complain("\(refusal.program) was not launched, tried \(times): \(refusal.reason)")
    }
    switch tally.verdict {
    case .complete: break
    case .partial:
      if !tally.leftOut.isEmpty {
        Terminal.complain("left out of this run: \(tally.leftOut.map(\.family).joined(separator: ", "))")
      }
      throw ExitCode(CommandFailure.failed)
    case .nothing:
      let reason = tally.lasting.first?.reason ?? tally.leftOut.first?.reason ?? ""
      Terminal.complain("Nothing could be launched, so this run says nothing about any family: \(reason)")
      throw ExitCode(CommandFailure.unjudged)
    }
    let failing = record.findings.filter { isStrict || $0.kind == .unanswered }
    for finding in failing { Terminal.complain(finding.sentence(isLive: isLive)) }
    if !failing.isEmpty || isStrict && !value.silent.isEmpty { throw ExitCode(CommandFailure.failed) }
  }
}

extension RunRecord.Finding {
  /// One line of standard error.
  fileprivate func sentence(isLive: Bool) -> TerminalText {
    let times: TerminalText = count == 1 ? "once" : "\(count) times"
    return switch kind {
    case .unapplied: "\(subject): a delivery ended \(detail), \(times)"
    case .fallback: "\(subject): \(detail) gave no usable answer, \(times)"
    case .notEnforced: "\(subject): \(detail) is applied and not enforced here, \(times)"
    case .unanswered where isLive:
      "\(subject): nobody answered its prompt, \(times): \(detail) Answer while it is open: sallyport requests"
    case .unanswered:
      """
      \(subject): nobody answered its prompt, \(times): \(detail) Answer in a file, as \(example ?? ""): sallyport run \
      --answers FILE; or approve everything, for development: --approve-all
      """
    }
  }
}
