// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Why a widget is asked for a new timeline (WIDGET-W7).
package enum ReloadReason: String, Hashable, Codable, Sendable, CaseIterable {
  case placed, policy, appOpen, effect, interaction, configured, clockChanged, environmentChanged, updated, push, retry
  case person

  /// Whether a reload for this reason costs credit (WIDGET-W19).
  package var isCounted: Bool {
    switch self {
    case .policy, .effect, .push, .retry: true
    case .placed, .appOpen, .interaction, .configured, .clockChanged, .environmentChanged, .updated, .person: false
    }
  }
}

/// A request for a new timeline.
package struct ReloadRequest: Hashable, Codable, Sendable {
  /// The reason of the first request that was folded into it, or of the first exempt one.
  package var reason: ReloadReason
  /// The point and callback that asked; `nil` for the host's own reasons.
  package var source: String?
  package var askedAt: Timestamp

  package var isExempt: Bool { !reason.isCounted }
}

/// The outcome of a request (WIDGET-W24).
package enum ReloadDecision: Hashable, Sendable {
  case granted
  case deferred(until: Timestamp)
  /// Folded into the request that waits already.
  case coalesced(into: ReloadReason)
}

/// The reloads of one widget: at most one runs and one waits (WIDGET-W8).
package struct WidgetReloads: Hashable, Codable, Sendable {
  /// Counted reloads start this far apart, exempt ones that far (WIDGET-W22).
  package static let countedGap: Int64 = 300_000
  package static let exemptGap: Int64 = 1_000
  /// The waits after one, two and more failures in a row (WIDGET-W16).
  static let retryWaits: [Int64] = [300_000, 900_000, 3_600_000]

  package private(set) var running: ReloadRequest?
  package private(set) var waiting: ReloadRequest?
  package private(set) var credit: ReloadCredit
  package private(set) var lastCounted: Timestamp?
  package private(set) var lastExempt: Timestamp?
  package private(set) var failures = 0
  /// When the next attempt after a failure is asked for.
  package private(set) var retryAt: Timestamp?

  package init(at now: Timestamp) { credit = ReloadCredit(at: now) }

  /// Takes a request. It is never dropped: it starts now, later, or as part of the request that waits (WIDGET-W23).
  package mutating func ask(_ reason: ReloadReason, source: String? = nil, at now: Timestamp) -> ReloadDecision {
    if let old = waiting {
      // If any of the requests is exempt, all are.
      if !old.isExempt, !reason.isCounted {
        waiting = ReloadRequest(reason: reason, source: source, askedAt: old.askedAt)
      }
      return .coalesced(into: waiting?.reason ?? reason)
    }
    waiting = ReloadRequest(reason: reason, source: source, askedAt: now)
    guard running == nil else { return .deferred(until: earliest(of: reason, from: now)) }
    let start = earliest(of: reason, from: now)
    return start <= now ? .granted : .deferred(until: start)
  }

  /// The first instant from `now` on at which the waiting request may start; `nil` if none waits or one is running.
  package func start(from now: Timestamp) -> Timestamp? {
    guard running == nil, let waiting else { return nil }
    return earliest(of: waiting.reason, from: now)
  }

  /// The next instant at which this widget needs the host: a request may start, or a retry is due.
  package func nextDue(from now: Timestamp) -> Timestamp? {
    [start(from: now), running == nil && waiting == nil ? retryAt : nil].compactMap(\.self).min()
  }

  private func earliest(of reason: ReloadReason, from now: Timestamp) -> Timestamp {
    if reason.isCounted {
      let apart = lastCounted.map { $0.advanced(by: Self.countedGap) } ?? now
      return max(now, max(apart, credit.affordable(from: now)))
    }
    return max(now, lastExempt.map { $0.advanced(by: Self.exemptGap) } ?? now)
  }

  /// Starts the waiting request if it may start now.
  package mutating func begin(at now: Timestamp) -> ReloadRequest? {
    guard let request = waiting, let start = start(from: now), start <= now else { return nil }
    (running, waiting, retryAt) = (request, nil, nil)
    if request.isExempt {
      lastExempt = now
    } else {
      lastCounted = now
      credit.spend(at: now)
    }
    return request
  }

  /// Ends the running request. After a failure another one is asked for later.
  package mutating func end(isSuccess: Bool, at now: Timestamp) {
    running = nil
    failures = isSuccess ? 0 : failures + 1
    retryAt = isSuccess ? nil : now.advanced(by: Self.retryWaits[min(failures, Self.retryWaits.count) - 1])
  }

  /// Makes a request that a killed host was carrying out wait again. A start of a process was paid for all the same.
  package mutating func wasInterrupted() {
    guard let request = running else { return }
    running = nil
    if waiting == nil || request.isExempt { waiting = request }
  }

  /// Makes a request wait again that was never sent, and gives back what it cost.
  package mutating func wasNotSent() {
    guard let request = running else { return }
    running = nil
    if !request.isExempt { credit.refund() }
    // A request that arrived in between takes over, because it would have been coalesced with this one.
    if waiting == nil || request.isExempt { waiting = request }
  }

  /// Keeps waits and credit when the clock is set (WIDGET-W17).
  package mutating func clockWasSet(from old: Timestamp, to new: Timestamp) {
    credit.clockWasSet(from: old, to: new)
    let shift = new.milliseconds(since: old)
    lastCounted = lastCounted?.advanced(by: shift)
    lastExempt = lastExempt?.advanced(by: shift)
    retryAt = retryAt?.advanced(by: shift)
  }
}
