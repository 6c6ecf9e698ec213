// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A progress bar on standard error, shown only if standard error is a terminal.
final class ProgressBar {
  private let total: Double
  private let label: String
  private let isShown: Bool
  private let started = Date()
  private var lastPercent = -1

  init(label: String, total: Double) {
    self.label = label
    self.total = max(total, 1)
    // If results go to the terminal too, the bar would be mixed with them.
    isShown = Terminal.standardErrorIsTerminal && !Terminal.standardOutputIsTerminal
  }

  func update(_ done: Double) {
    let percent = Int(min(1, max(0, done / total)) * 100)
    guard isShown, percent != lastPercent, Date().timeIntervalSince(started) > 0.5 else { return }
    lastPercent = percent
    let filled = percent * 30 / 100
    let bar = String(repeating: "█", count: filled) + String(repeating: "·", count: 30 - filled)
    StandardStream.error.write("\r\(label) \(bar) \(percent) %")
  }

  func finish() {
    if lastPercent >= 0 { StandardStream.error.write("\r\u{1B}[K") }
  }
}
