// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Widgets of one size in one place, of which the front one is seen (WIDGET-W37).
///
/// The host rotates it by what entries say about their relevance, and tells no extension.
package struct WidgetStack: Hashable, Codable, Sendable {
  package static let most = 10
  /// No other rotation follows a rotation, or the person's own choice, for this long.
  package static let rotationLasts: Int64 = 1_800_000
  package static let choiceLasts: Int64 = 3_600_000

  /// The widgets' ids in the order of the stack.
  package private(set) var members: [String]
  package private(set) var front: String
  /// Until when the front stays, whatever the others say.
  package private(set) var heldUntil: Timestamp?
  /// The instant up to which starts and ends of windows were looked at.
  private var lookedUntil: Timestamp

  /// - Parameter members: at least one.
  package init(of members: [String], front: String, at now: Timestamp) {
    (self.members, self.front, lookedUntil) = (members, front, now)
  }

  // MARK: - The person

  /// Brings a widget to the front by the person's choice.
  package mutating func choose(_ id: String, at now: Timestamp) {
    guard members.contains(id) else { return }
    (front, heldUntil) = (id, now.advanced(by: Self.choiceLasts))
  }

  /// Adds a widget to the end, and shows it, since the person has just put it there.
  package mutating func add(_ id: String, at now: Timestamp) {
    members.append(id)
    choose(id, at: now)
  }

  /// Removes a widget. If it was in front, the one that follows it comes to the front.
  package mutating func remove(_ id: String, at now: Timestamp) {
    guard let index = members.firstIndex(of: id) else { return }
    members.remove(at: index)
    guard front == id, !members.isEmpty else { return }
    (front, heldUntil) = (members[min(index, members.count - 1)], nil)
    windowsChanged(at: now)
  }

  // MARK: - Rotation

  /// Makes the stack be looked at, because a widget of it got other windows.
  package mutating func windowsChanged(at now: Timestamp) { lookedUntil = min(lookedUntil, now.advanced(by: -1)) }

  /// The next instant at which the stack is to be looked at: a window starts or ends. One that does so while the front is
  /// held is looked at when that is over.
  package func nextLook(_ content: (String) -> WidgetContent?) -> Timestamp? {
    guard members.count > 1 else { return nil }
    let change = members.compactMap { content($0)?.nextRelevanceChange(after: lookedUntil) }.min()
    return change.map { max($0, heldUntil ?? $0) }
  }

  /// The widget that should be in front after the starts and ends of windows up to now; `nil` if the front stays.
  ///
  /// Scores are those of the last start or end, so that it doesn't matter when the host gets to look.
  package func next(_ content: (String) -> WidgetContent?, at now: Timestamp) -> String? {
    guard let due = nextLook(content), due <= now else { return nil }
    let at = members.compactMap { content($0)?.lastRelevanceChange(after: lookedUntil, until: now) }.max() ?? now
    var best: (id: String, score: Int64, largest: Int64)?
    for id in members {
      guard let own = content(id), let window = own.relevance(at: at), window.counts(at: at) else { continue }
      let largest = max(window.score, own.largestScore(at: at))
      // The fractions are compared exactly; of equal ones the first in the stack wins.
      if let best, !Self.isLess(best.score, best.largest, window.score, largest) { continue }
      best = (id, window.score, largest)
    }
    return best.flatMap { $0.id == front ? nil : $0.id }
  }

  /// Whether `a ÷ b` is less than `c ÷ d`, all positive.
  private static func isLess(_ a: Int64, _ b: Int64, _ c: Int64, _ d: Int64) -> Bool {
    let (left, right) = (a.multipliedFullWidth(by: d), c.multipliedFullWidth(by: b))
    return (left.high, left.low) < (right.high, right.low)
  }

  /// Notes that the stack was looked at, and brings a widget to the front if one should be.
  package mutating func look(_ next: String?, at now: Timestamp) {
    lookedUntil = max(lookedUntil, now)
    guard let next, members.contains(next) else { return }
    (front, heldUntil) = (next, now.advanced(by: Self.rotationLasts))
  }

  /// Moves the waits with the clock, and looks again (WIDGET-W17).
  package mutating func clockWasSet(from old: Timestamp, to new: Timestamp) {
    heldUntil = heldUntil?.advanced(by: new.milliseconds(since: old))
    lookedUntil = new.advanced(by: -1)
  }
}
