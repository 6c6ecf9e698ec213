// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules
import ScreenTimeStore

// MARK: - The device's clock

extension ScreenTimeHost {
  /// Counted spans that may wait in memory before they are written without anything else to write.
  private static let useBatch = 2_000

  /// Lives through a stretch of use: callbacks, shields and presses happen where they fall due.
  ///
  /// Spans that lie before the state's clock are what an earlier run has lived through already.
  ///
  /// - Parameter progress: told the clock after each span.
  package func run(
    through spans: some Sequence<UseSpan>, until end: Timestamp, progress: (Timestamp) -> Void = { _ in }
  ) throws {
    try durably {
      try enforceAuthorizationPolicy()
      try openApps()
      try deliverOwed()
      for span in spans where span.end > state.now {
        newestSample = max(newestSample, span.end)
        try live(through: span)
        progress(state.now)
      }
      if state.now < end { try live(through: UseSpan(start: state.now, end: end, isPresent: false)) }
      if !unsavedUse.isEmpty || state.withoutHistory != saved || !observer.unsavedJournal.isEmpty { try persist() }
    }
    progress(state.now)
  }

  private func live(through span: UseSpan) throws {
    while state.now < span.end {
      var part = span
      // Something of the host's own may be due within the span: stop there.
      if let wake = nextWake(in: span), state.now < wake, wake < span.end { part.end = wake }
      let step = rules.advance(&state, through: part)
      unsavedUse += step.counted
      if step.counted.contains(where: \.isPresent) { reportSurfaces.useArrived() }
      if step.hasOutput {
        try takeOutput(step)
      } else if unsavedUse.count > Self.useBatch {
        try persist()
      }
      try deliverOwed()
      try pressIfDue()
      try drawReports()
      keepProcessesWarm()
    }
  }

  /// The next instant at which the host itself has something to do.
  private func nextWake(in span: UseSpan) -> Timestamp? {
    let retries = owed.isEmpty ? [] : blockedUntil.values.filter { state.now < $0 }
    // Before the span there is no use, so a report waits for its start.
    let report = nextReport(isInUse: span.isPresent && span.start <= state.now)
    let others = [pendingPress?.at, report].compactMap { $0 }.filter { state.now < $0 }
    return (others + retries).min()
  }

  private func takeOutput(_ step: Step) throws {
    updatePress(for: step.shields)
    try persist(owing: step.deliveries) { try savePress(in: $0) }
    for transition in step.shields { try show(transition) }
  }
}
