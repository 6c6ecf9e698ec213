// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HostCore
import ScreenTimeRules
import ScreenTimeStore
import TextEscaping

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

  init(_ facts: DeviceFacts, _ launches: LaunchTally, pages: [String]) throws {
    let history = try facts.store.read { try $0.deliveryHistory() }
    var outcomes: [String: Int] = [:]
    for delivery in history { outcomes[delivery.settlement?.outcome.rawValue ?? "owed", default: 0] += 1 }
    tally = launches
    value = Value(
      until: facts.state.now.milliseconds, deliveries: outcomes, owed: outcomes["owed"] ?? 0,
      pages: pages, launches: tally.launched.values.reduce(0, +),
      launched: tally.launched,
      notLaunched: tally.refusals.map {
        Refusal(program: $0.program, stage: $0.stage, reason: $0.reason, count: $0.count)
      },
      leftOut: tally.leftOut.map { LeftOut(family: $0.family, reason: $0.reason) })
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
  /// Prints what was not launched to standard error, and fails the run if necessary.
  ///
  /// - Throws: `ExitCode` 3 if nothing could be launched, 1 if something could not.
  func judge() throws {
    for refusal in tally.lasting {
      let times: TerminalText = refusal.count == 1 ? "once" : "\(refusal.count) times"
      Terminal.complain("\(refusal.program) was not launched, tried \(times): \(refusal.reason)")
    }
    switch tally.verdict {
    case .complete: return
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
  }
}
