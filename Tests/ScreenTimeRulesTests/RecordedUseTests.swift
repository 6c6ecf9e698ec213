// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// The history that the engine records, compared with the use that it was given.
@Suite struct RecordedUseTests {
  /// Two hours in which the foreground, the person's presence and the knowledge of it change at random.
  private static func spans(seed: UInt64) -> [UseSpan] {
    var random = SeededGenerator(seed: seed)
    var spans: [UseSpan] = []
    var time = Bench.time("2026-08-13 10:00")
    while time < Bench.time("2026-08-13 12:00") {
      let end = time.advanced(by: Int64.random(in: 1...90_000, using: &random))
      let app = Bool.random(using: &random) ? GeneratedDays.apps.randomElement(using: &random) : nil
      let web = Bool.random(using: &random) ? GeneratedDays.sites.randomElement(using: &random) : nil
      spans.append(
        UseSpan(
          start: time, end: end, app: app, web: app == nil ? nil : web, isPresent: Bool.random(using: &random),
          presenceKnown: Bool.random(using: &random)))
      time = end
    }
    return spans
  }

  @Test(arguments: Array(UInt64(1)...20))
  func `without shields the history is the use as it was observed, with the categories of that time`(_ seed: UInt64) {
    var bench = Bench(at: "2026-08-13 10:00", registry: GeneratedDays.registry)
    var expected = UseLedger()
    for (number, span) in Self.spans(seed: seed).enumerated() {
      if number.isMultiple(of: 40) {
        bench.rules.registry.categories[GeneratedDays.apps[0]] = .category("\(number)")
      }
      bench.use(span)
      // Presence that is not known is assumed while something is in the foreground.
      guard span.isPresent || !span.presenceKnown && (span.app != nil || span.web != nil) else { continue }
      expected.append(
        UseSpan(
          start: span.start, end: span.end,
          front: RecordedForeground(
            app: span.app, appCategory: span.app.map(bench.rules.registry.category), web: span.web,
            webCategory: span.web.map(bench.rules.registry.category), isPresent: true,
            presenceKnown: span.presenceKnown)))
    }
    #expect(bench.state.history == expected)
    #expect(!expected.spans.isEmpty)
  }

  @Test(arguments: Array(UInt64(1)...5))
  func `a ledger holds the spans in use that take time, and no others`(_ seed: UInt64) {
    let spans = Self.spans(seed: seed)
    let empty = spans.map { UseSpan(start: $0.start, end: $0.start, front: $0.front) }
    let ledger = UseLedger(zip(empty, spans).flatMap { [$0, $1] })
    for span in spans {
      let holds = ledger.spans.contains { $0.front == span.front && $0.start <= span.start && span.end <= $0.end }
      #expect(holds == (span.isPresent || !span.presenceKnown && (span.app != nil || span.web != nil)))
    }
    #expect(ledger.spans.allSatisfy { $0.isInUse && $0.start < $0.end })
  }

  @Test(arguments: Array(UInt64(1)...5))
  func `a recorded span is read back as it was written`(_ seed: UInt64) throws {
    for span in Self.spans(seed: seed) {
      let filed = UseSpan(
        start: span.start, end: span.end,
        front: RecordedForeground(
          app: span.app, appCategory: span.app.map(GeneratedDays.registry.category), web: span.web,
          webCategory: span.web.map(GeneratedDays.registry.category), isPresent: span.isPresent,
          presenceKnown: span.presenceKnown))
      for span in [span, filed] { #expect(try JSONCopy.of(span) == span) }
    }
  }
}
