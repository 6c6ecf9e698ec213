// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import ScreenTimeRules
import ScreenTimeStore
import TextEscaping

/// What a run came to: deliveries by how they ended, and the pages that were written.
struct RunSummary {
  private struct Value: Encodable {
    var until: Int64
    var deliveries: [String: Int]
    var owed: Int
    var pages: [String]
  }

  private let value: Value

  init(_ host: ScreenTimeHost, zone: String) throws {
    let history = try host.store.read { try $0.deliveryHistory() }
    var outcomes: [String: Int] = [:]
    for delivery in history { outcomes[delivery.settlement?.outcome.rawValue ?? "owed", default: 0] += 1 }
    value = Value(
      until: host.state.now.milliseconds, deliveries: outcomes, owed: outcomes["owed"] ?? 0,
      pages: host.writtenPages)
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
}
