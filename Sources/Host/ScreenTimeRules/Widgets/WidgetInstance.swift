// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One parameter of an intent as the person set it: a name, and the value in the wire's canonical JSON.
///
/// The rules only compare it. Stored as data, never as an object of the extension (WIDGET-W42).
package struct StoredParameter: Hashable, Codable, Sendable {
  package var name: String
  package var json: String

  package init(name: String, json: String) {
    self.name = name
    self.json = json
  }
}

/// One placed widget with everything that belongs to it: parameters, timeline, reloads (WIDGET-W1).
package struct WidgetInstance: Hashable, Codable, Sendable {
  package static let mostOnDevice = 256

  /// A UUID.
  package var id: String
  package var family: FamilyID
  package var kind: String
  package var size: String
  /// By name.
  package var parameters: [StoredParameter]
  /// The place on the home page, from 0.
  package var place: Int
  package var placedAt: Timestamp
  package var content = WidgetContent()
  package var reloads: WidgetReloads
  /// Whether its kind is no longer described (WIDGET-W4).
  package var isOrphan = false
  /// Why the last request gave no timeline; `nil` after one that did.
  package var failure: String?

  package init(
    id: String, family: FamilyID, kind: String, size: String, parameters: [StoredParameter], place: Int,
    at now: Timestamp
  ) {
    (self.id, self.family, self.kind, self.size) = (id, family, kind, size)
    (self.parameters, self.place, placedAt) = (parameters, place, now)
    reloads = WidgetReloads(at: now)
  }

  /// The next instant at which this widget needs the host.
  package func nextDue(from now: Timestamp) -> Timestamp? {
    guard !isOrphan else { return content.nextChange(after: now) }
    return [content.nextChange(after: now), isAskedFor ? nil : content.due, reloads.nextDue(from: now)]
      .compactMap(\.self).min()
  }

  /// Whether anything is due but an entry of the timeline on screen.
  package func needsStore(at now: Timestamp) -> Bool {
    if !content.isSwitchStored(at: now) { return true }
    if isOrphan { return false }
    let due = [isAskedFor ? nil : content.due, reloads.nextDue(from: now)].compactMap(\.self).min()
    return due.map { $0 <= now } ?? false
  }

  /// The widget as it is stored: without what a reader finds by the clock.
  package func stored(at now: Timestamp) -> WidgetInstance {
    var stored = self
    stored.content = content.stored(at: now)
    return stored
  }

  private var isAskedFor: Bool { reloads.waiting != nil || reloads.running != nil }

  /// Asks for a timeline whose policy or retry is due.
  ///
  /// - Returns: the requests with what became of them.
  package mutating func askDue(at now: Timestamp) -> [(ReloadReason, ReloadDecision)] {
    guard !isOrphan, !isAskedFor else { return [] }
    if let retry = reloads.retryAt {
      return retry <= now ? [(.retry, reloads.ask(.retry, at: now))] : []
    }
    guard let due = content.due, due <= now else { return [] }
    content.policyWasAsked()
    return [(.policy, reloads.ask(.policy, at: now))]
  }
}
