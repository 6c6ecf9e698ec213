// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import BoundaryChecker
import Dispatch
import TextEscaping

/// Shows the progress of a boundary check on standard error: one line that is rewritten on a terminal, otherwise a line
/// every ten seconds.
final class CheckProgress {
  private let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "progress"))
  private let isRewritten = Terminal.standardErrorIsTerminal && !Terminal.standardOutputIsTerminal

  init(_ steps: CheckSteps) {
    let start = ContinuousClock.now
    let interval = isRewritten ? 1 : 10
    timer.schedule(deadline: .now() + .seconds(interval), repeating: .seconds(interval))
    timer.setEventHandler { [isRewritten] in
      guard let step = steps.current else { return }
      let line = Self.line(step, after: start.duration(to: .now))
      if isRewritten {
        Terminal.rewrite(line)
      } else {
        Terminal.note(line)
      }
    }
    timer.activate()
  }

  static func line(_ step: CheckSteps.Step, after time: Duration) -> TerminalText {
    let share = step.total > 0 ? "\(step.done) of \(step.total) pairs" : "getting ready"
    return "\(step.property.rawValue): \(step.what): \(share) (\(time.components.seconds) s)"
  }

  func finish() {
    timer.cancel()
    if isRewritten { Terminal.rewrite("") }
  }
}
