// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionProtocol
import ExtensionTrials
import Foundation
import HostCore
import ScreenTimeRules
import ScreenTimeStore
import TextEscaping

/// `sallyport undelivered`: callbacks that failed or expired, until they are sent again or dismissed.
struct UndeliveredCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undelivered", abstract: "List the callbacks that failed or expired and wait for you.",
    discussion: """
      `resend` sends one again, `dismiss` takes it off the list. --request prints the request that ended two processes,
      for: sallyport call EXTENSION CALLBACK --json @file
      """)

  @Argument(help: "Only this family. (default: all)")
  var family: String?

  @Option(help: ArgumentHelp("Print the request of the delivery with this number.", valueName: "number"))
  var request: Int64?

  @OptionGroup var state: StateOptions
  @OptionGroup var options: OutputOptions

  private struct Row: Encodable {
    var family: String
    var number: Int64
    var point: String
    var callback: String
    var dueAt: Int64
    var attempts: Int
    var outcome: String
    var reason: String
    var settledAt: Int64
    var hasRequest: Bool
  }

  func validate() throws {
    if request != nil, family == nil {
      throw ValidationError("--request needs the family: sallyport undelivered FAMILY")
    }
  }

  func run() throws {
    let view = try state.openView()
    defer { view.close() }
    let facts = view.host.facts
    if let family { try view.host.requireFamily(family) }
    if let request, let family { return try show(request, of: FamilyID(family), facts) }
    let rows = try facts.undelivered(of: family.map(FamilyID.init)).compactMap { delivery -> Row? in
      guard let end = delivery.settlement else { return nil }
      let kept = try facts.poisonRequests(of: FamilyID(delivery.family))
      return Row(
        family: delivery.family, number: delivery.sequence, point: delivery.point, callback: delivery.callback,
        dueAt: delivery.dueAt.milliseconds, attempts: delivery.attempts, outcome: end.outcome.rawValue,
        reason: end.reason.rawValue, settledAt: end.at.milliseconds,
        hasRequest: kept.contains { $0.sequence == delivery.sequence })
    }
    let words = view.host.reasonWords(try HostCalendar(timeZone: view.host.configuration.environment.timeZone).calendar)
    try CommandOutput(
      rows, header: ["FAMILY", "NUMBER", "CALLBACK", "DUE", "ENDED", "WHY"],
      table: rows.map { row in
        [
          row.family, "\(row.number)", row.callback, words.instant(Timestamp(milliseconds: row.dueAt)),
          "\(row.outcome) \(words.instant(Timestamp(milliseconds: row.settledAt)))",
          "\(row.reason)\(row.hasRequest ? "; its request is kept" : "")",
        ]
      }, identifiers: rows.map { "\($0.family) \($0.number)" }
    ).print(options)
  }

  private func show(_ number: Int64, of family: FamilyID, _ facts: DeviceFacts) throws {
    guard let kept = try facts.poisonRequests(of: family).first(where: { $0.sequence == number }) else {
      throw HostError(
        .failed,
        "No request of delivery \(number) of “\(family.rawValue)” is kept; only one that ended two processes is.")
    }
    Terminal.note("sallyport call \(kept.program) \(kept.callback) --json @file repeats it")
    // Only what `call` takes: it makes the rest of the request itself.
    var shown = WireObject()
    if case .object(let members) = try LenientJSON.value(of: kept.params, named: "The request") {
      for name in ["arguments", "delivery", "snapshot"] { shown[name] = members[name] }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    Terminal.show(TerminalText(json: String(decoding: try encoder.encode(WireValue.object(shown)), as: UTF8.self)))
  }
}
