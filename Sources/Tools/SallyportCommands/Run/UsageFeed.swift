// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import ScreenTimeRules
import TextEscaping
import UsageSources

/// The use for a run, from any supported kind of file.
struct UsageFeed {
  let spans: [UseSpan]
  let span: TimeSpan
  let registry: ItemRegistry
  let names: [Item: String]
  /// Only known for the synthetic week.
  let timeZone: String?
  /// Notes about the input for the person, one sentence each.
  let notes: [String]

  /// - Parameter table: the categories of the file's items; the synthetic week brings its own.
  /// - Throws: `UsageImportError` or `HostError` that names the file.
  init(file: String?, syntheticSeed: UInt64?, days: Int = 7, table: CategoryTable = CategoryTable()) throws {
    if let syntheticSeed {
      let week = SyntheticWeek(seed: syntheticSeed, days: days)
      self.init(
        week.samples, registry: week.registry, names: week.displayNames, span: week.span,
        timeZone: SyntheticWeek.standardZone,
        notes: ["synthetic week, seed \(syntheticSeed): \(week.samples.count) samples"])
      return
    }
    guard let file else { throw HostError(.usage, "Name a usage file, or use --synthetic-week.") }
    var notes: [String] = []
    let samples: [UsageSample]
    if try Self.isSampleFile(file) {
      let read = try UsageImportError.naming(file) { () throws(UsageImportError) in try UsageFile(path: file) }
      notes += read.badLines.prefix(5).map { "\(file): \($0), left out" }
      if read.badLines.count > 5 { notes.append("\(file): \(read.badLines.count - 5) more lines were left out") }
      samples = read.samples
    } else {
      let read = try UsageImportError.naming(file) { () throws(UsageImportError) in
        try ActivityWatchImport(path: file)
      }
      notes.append("\(read.summary.events) events read from \(file)")
      samples = read.samples
    }
    let timeline = UsageTimeline(samples)
    if !timeline.presenceKnown { notes.append("presence is unknown throughout: being in the foreground counts as use") }
    for jump in timeline.clockJumps.prefix(3) {
      notes.append(
        "the clock jumped by \(DisplayFormat.duration(abs(jump.milliseconds))); durations follow the boot clock")
    }
    guard let first = timeline.spans.first, let last = timeline.spans.last else {
      throw HostError(.invalidInput, "\(file) holds no use; there is nothing to run.")
    }
    self.init(
      spans: timeline.spans, span: TimeSpan(start: first.start, end: last.end),
      registry: table.registry(for: timeline.items), names: Self.names(timeline.items, table), timeZone: nil,
      notes: notes)
  }

  private init(
    _ samples: [UsageSample], registry: ItemRegistry, names: [Item: String], span: TimeSpan, timeZone: String?,
    notes: [String]
  ) {
    let categories = Dictionary(uniqueKeysWithValues: CategoryCode.allCases.map { ($0.item, $0.displayName) })
    self.init(
      spans: UsageTimeline(samples).spans, span: span, registry: registry,
      names: names.merging(categories) { name, _ in name }, timeZone: timeZone, notes: notes)
  }

  private init(
    spans: [UseSpan], span: TimeSpan, registry: ItemRegistry, names: [Item: String], timeZone: String?, notes: [String]
  ) {
    self.spans = spans
    self.span = span
    self.registry = registry
    self.names = names
    self.timeZone = timeZone
    self.notes = notes
  }

  /// What a state at `now` leaves out of this use because an earlier run has covered that time, if anything.
  ///
  /// - Parameter name: the file, or what else the use is from.
  func omission(at now: Timestamp, name: String, in calendar: Calendar) -> TerminalText? {
    guard span.start < now else { return nil }
    let covered =
      "an earlier run over this state has covered the time until "
      + DisplayFormat.instant(now.milliseconds, in: calendar)
    guard span.end <= now else { return "\(name): earlier use was left out, because \(covered)" }
    return """
      \(name): nothing was taken, because \(covered), and this use ends at \
      \(DisplayFormat.instant(span.end.milliseconds, in: calendar)). Give later use, or a new --state.
      """
  }

  /// Whether the file is a sample file. Its first object has `stream` and `kind`; that of an export has buckets.
  private static func isSampleFile(_ path: String) throws -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw HostError(.invalidInput, "The usage file \(path) can't be opened; check the path and its permissions.")
    }
    defer { try? file.close() }
    let head = String(decoding: try file.read(upToCount: 1_024) ?? Data(), as: UTF8.self)
    let firstLine = head.split(separator: "\n").first ?? ""
    return firstLine.contains("\"stream\"") && firstLine.contains("\"kind\"")
  }

  static func names(_ items: [Item], _ table: CategoryTable) -> [Item: String] {
    var names = Dictionary(items.map { ($0, table.displayName(of: $0)) }) { name, _ in name }
    for code in CategoryCode.allCases { names[code.item] = code.displayName }
    return names
  }
}
