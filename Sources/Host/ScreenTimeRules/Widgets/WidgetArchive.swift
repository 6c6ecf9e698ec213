// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// When a widget wants its next timeline.
package enum ReloadPolicy: Hashable, Codable, Sendable {
  case atEnd, never
  case after(Timestamp)
}

/// The accepted timeline of a widget without its trees, which the store keeps.
package struct WidgetArchive: Hashable, Codable, Sendable {
  package struct Entry: Hashable, Codable, Sendable {
    package var date: Timestamp
    /// Thousandths; `nil` if the entry states no relevance.
    package var score: Int64?
    package var durationS: Int64
    /// The place of the entry in the reply.
    package var number: Int
    /// The first entry with the same trees, if it is not this one: the store keeps them once, under its number.
    private var sameAs: Int?

    package init(date: Timestamp, score: Int64? = nil, durationS: Int64 = 0, number: Int, drawnAs first: Int? = nil) {
      self.date = date
      self.score = score
      self.durationS = durationS
      self.number = number
      sameAs = first == number ? nil : first
    }

    /// The number under which the store keeps the trees.
    package var tree: Int { sameAs ?? number }
  }

  /// The oddities of a timeline that is accepted anyway.
  package enum Remark: String, Hashable, Codable, Sendable {
    case duplicateDate = "timeline.duplicateDate"
    case dense = "timeline.dense"
    case empty = "timeline.empty"
  }

  /// The wait after an empty timeline that ends at its end (WIDGET-W14).
  static let emptyWait: Int64 = 900_000
  /// Entries closer than this get the remark `dense`.
  static let denseGap: Int64 = 300_000

  /// The number of the timeline among those of its widget.
  package var generation: Int64
  /// By date; of equal dates only the last one.
  package var entries: [Entry] { stored.all }
  private let stored: StoredEntries
  package var policy: ReloadPolicy
  package var acceptedAt: Timestamp
  /// The earliest instant of the next `policy` reload; `nil` if there is none.
  package private(set) var due: Timestamp?
  /// SHA-256 of all trees in order.
  package var digest: String
  package private(set) var remarks: [Remark]

  private enum CodingKeys: String, CodingKey {
    case generation, policy, acceptedAt, due, digest, remarks
    case stored = "entries"
  }

  /// Sorts and judges the entries of an accepted reply (WIDGET-W10, WIDGET-W13).
  package init(
    generation: Int64, entries all: [Entry], policy: ReloadPolicy, digest: String, at now: Timestamp
  ) {
    let sorted = all.enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }.map(\.element)
    var kept: [Entry] = []
    for entry in sorted {
      if kept.last?.date == entry.date { kept.removeLast() }
      kept.append(entry)
    }
    self.generation = generation
    self.policy = policy
    self.digest = digest
    (stored, acceptedAt) = (StoredEntries(kept), now)
    switch policy {
    case .atEnd: due = kept.last?.date ?? now.advanced(by: Self.emptyWait)
    case .never: due = nil
    case .after(let date): due = max(date, now)
    }
    let isDense = zip(kept, kept.dropFirst()).contains { $1.date.milliseconds(since: $0.date) < Self.denseGap }
    remarks =
      (kept.isEmpty ? [.empty] : []) + (kept.count < all.count ? [.duplicateDate] : []) + (isDense ? [.dense] : [])
  }

  /// The last entry whose date has come (WIDGET-W11).
  package func current(at now: Timestamp) -> Entry? {
    let count = countOfPast(at: now)
    return count == 0 ? nil : entries[count - 1]
  }

  package func nextDate(after now: Timestamp) -> Timestamp? {
    let count = countOfPast(at: now)
    return count < entries.count ? entries[count].date : nil
  }

  /// The number of entries whose date has come.
  private func countOfPast(at now: Timestamp) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].date <= now { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Marks the reload of its policy as asked for.
  package mutating func wasAsked() { due = nil }

  mutating func clockWasSet(from old: Timestamp, to new: Timestamp) {
    // Dates of entries are the family's and stay; a wait of the host's own moves with the clock.
    if entries.isEmpty, policy == .atEnd { due = due?.advanced(by: new.milliseconds(since: old)) }
  }
}

/// The content of a widget: its timeline, and the previous one until the first entry of the new one is current
/// (WIDGET-W12, WIDGET-W39).
package struct WidgetContent: Hashable, Codable, Sendable {
  /// One entry of one timeline.
  package struct Shown: Hashable, Codable, Sendable {
    package var generation: Int64
    package var number: Int

    package init(generation: Int64, number: Int) {
      self.generation = generation
      self.number = number
    }
  }

  package private(set) var archive: WidgetArchive?
  package private(set) var previous: WidgetArchive?
  /// The entry on screen; `nil` for the placeholder.
  package private(set) var shown: Shown?
  package private(set) var lastGeneration: Int64 = 0
  /// The relevance that replaced timelines stated; `nil` if they stated none.
  private(set) var record: RelevanceRecord?

  package init() {}

  /// The generations whose trees are still needed.
  package var generations: [Int64] {
    [archive?.generation, previous?.generation, shown?.generation].compactMap(\.self)
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The entry on screen; `nil` for a snapshot or the placeholder.
  package var shownEntry: WidgetArchive.Entry? {
    [archive, previous].compactMap(\.self).first { $0.generation == shown?.generation }?.entries
      .first { $0.number == shown?.number }
  }

  /// The trees on screen, by which the store finds them; `nil` for the placeholder.
  package var shownTree: Shown? {
    shown.map { Shown(generation: $0.generation, number: shownEntry?.tree ?? $0.number) }
  }

  /// Whether another entry is due to be shown.
  package func isSwitchDue(at now: Timestamp) -> Bool {
    var next = self
    return next.advance(to: now)
  }

  /// Whether another entry is due to be shown that belongs to the timeline on screen. It is stored and follows from the
  /// clock, so showing it changes nothing that must be stored.
  package func isSwitchStored(at now: Timestamp) -> Bool {
    var next = self
    _ = next.advance(to: now)
    return next.shown?.generation == shown?.generation && next.previous == previous
  }

  /// The content as it is stored: without the entry on screen if a reader finds it by the clock.
  ///
  /// An entry may be due at `now` and not be shown yet. A reader shows it in any case, so it does not change the stored form.
  func stored(at now: Timestamp) -> WidgetContent {
    var (stored, current) = (self, self)
    stored.shown = nil
    var read = stored
    _ = (read.advance(to: now), current.advance(to: now))
    return read == current ? stored : self
  }

  /// Shows an entry regardless of its date, in a copy that is only drawn.
  package mutating func show(_ entry: WidgetArchive.Entry, of archive: WidgetArchive) {
    shown = Shown(generation: archive.generation, number: entry.number)
  }

  /// Shows a snapshot, whose generation is 0, until the first timeline arrives.
  ///
  /// - Returns: whether there is no timeline yet.
  package mutating func showSnapshot() -> Bool {
    guard lastGeneration == 0, shown == nil || shown?.generation == 0 else { return false }
    shown = Shown(generation: 0, number: 0)
    return true
  }

  /// Takes a timeline that was accepted as a whole (WIDGET-W9).
  ///
  /// - Returns: whether it holds the same trees as the one before (WIDGET-W18).
  package mutating func accept(
    _ entries: [WidgetArchive.Entry], _ policy: ReloadPolicy, digest: String, at now: Timestamp
  ) -> (isUnchanged: Bool, remarks: [WidgetArchive.Remark]) {
    let new = WidgetArchive(
      generation: lastGeneration + 1, entries: entries, policy: policy, digest: digest, at: now)
    guard !new.entries.isEmpty else {
      // Never a blank widget: the content stays, and only the policy is new (WIDGET-W14).
      if var kept = archive {
        kept.replacePolicy(by: new)
        archive = kept
      } else {
        archive = new
        lastGeneration += 1
      }
      return (false, new.remarks)
    }
    lastGeneration += 1
    let isUnchanged = archive.map { !$0.entries.isEmpty && $0.digest == digest } ?? false
    // Keep whichever earlier timeline has something to show until the new one does.
    if let old = archive, old.current(at: now) != nil {
      previous.map { keepRelevance(of: $0, until: old.takesOver ?? now) }
      previous = old
    }
    archive = new
    _ = advance(to: now)
    return (isUnchanged, new.remarks)
  }

  /// Shows the entry of this instant, if there is one.
  ///
  /// - Returns: whether another entry is shown now.
  package mutating func advance(to now: Timestamp) -> Bool {
    let before = shown
    if let archive, let entry = archive.current(at: now) {
      shown = Shown(generation: archive.generation, number: entry.number)
      previous.map { keepRelevance(of: $0, until: archive.takesOver ?? now) }
      previous = nil
    } else if let previous, let entry = previous.current(at: now) {
      shown = Shown(generation: previous.generation, number: entry.number)
    }
    // Otherwise what is drawn stays (WIDGET-W17).
    return shown != before
  }

  private mutating func keepRelevance(of old: WidgetArchive, until end: Timestamp) {
    let windows = old.windows
    guard record != nil || !windows.isEmpty else { return }
    record = record ?? RelevanceRecord()
    record?.take(windows, until: end)
  }

  /// The next instant at which another entry comes up.
  package func nextChange(after now: Timestamp) -> Timestamp? {
    [archive?.nextDate(after: now), archive?.current(at: now) == nil ? previous?.nextDate(after: now) : nil]
      .compactMap(\.self).min()
  }

  /// The earliest instant of the next `policy` reload.
  package var due: Timestamp? { archive?.due }

  package mutating func policyWasAsked() { archive?.wasAsked() }

  /// Recomputes the current entry after the clock was set (WIDGET-W17).
  ///
  /// - Returns: whether every entry lies in the future now, so that a new timeline should be asked for.
  package mutating func clockWasSet(from old: Timestamp, to new: Timestamp) -> Bool {
    archive?.clockWasSet(from: old, to: new)
    let hadShown = shown != nil
    _ = advance(to: new)
    return hadShown && archive?.current(at: new) == nil && previous?.current(at: new) == nil
  }

  /// Forgets everything, after its stored trees proved damaged (WIDGET-W40).
  package mutating func wasLost() { (archive, previous, shown) = (nil, nil, nil) }
}

extension WidgetArchive {
  /// Takes policy, due time and remarks of an empty timeline.
  fileprivate mutating func replacePolicy(by empty: WidgetArchive) {
    (policy, due, remarks, acceptedAt) = (empty.policy, empty.due, empty.remarks, empty.acceptedAt)
  }
}
