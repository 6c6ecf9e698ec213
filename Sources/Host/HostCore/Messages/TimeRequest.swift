// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// A request for more time with a closed item, and its outcome.
package struct TimeRequest: Codable, Hashable, Sendable {
  package enum Outcome: String, Codable, Hashable, Sendable {
    case allowed, refused, withdrawn
  }

  /// The longest time that may be asked for, and the shortest, in seconds.
  package static let lengths: ClosedRange<Int64> = 60...86_400
  package static let reasonBytes = Grant.reasonBytes
  /// The answered requests that are kept for the person to read.
  static let kept = 50

  /// Its number, which is never used again.
  package var number: Int64
  package var item: Item
  package var seconds: Int64
  package var reason: String
  package var askedAt: Timestamp
  /// `nil` while it waits.
  package var outcome: Outcome?
  package var answeredAt: Timestamp?

  package var isOpen: Bool { outcome == nil }
}

/// All requests for time, as they are stored.
struct TimeRequestBook: Codable, Hashable {
  private(set) var last: Int64 = 0
  /// By number.
  private(set) var requests: [TimeRequest] = []

  /// The open request for an item; there is one at most.
  func open(for item: Item) -> TimeRequest? { requests.first { $0.item == item && $0.isOpen } }

  subscript(_ number: Int64) -> TimeRequest? { requests.first { $0.number == number } }

  mutating func add(_ item: Item, seconds: Int64, reason: String, at now: Timestamp) {
    last += 1
    requests.append(TimeRequest(number: last, item: item, seconds: seconds, reason: reason, askedAt: now))
  }

  /// Moves the requests of a merged item. One item has one open request at most, so a second one is withdrawn.
  mutating func move(_ item: Item, to target: Item, at now: Timestamp) {
    if let moved = open(for: item), open(for: target) != nil { close(moved.number, .withdrawn, at: now) }
    for index in requests.indices where requests[index].item == item { requests[index].item = target }
  }

  mutating func close(_ number: Int64, _ outcome: TimeRequest.Outcome, at now: Timestamp) {
    guard let index = requests.firstIndex(where: { $0.number == number && $0.isOpen }) else { return }
    (requests[index].outcome, requests[index].answeredAt) = (outcome, now)
    let closed = requests.filter { !$0.isOpen }
    guard closed.count > TimeRequest.kept, let oldest = closed.first else { return }
    requests.removeAll { $0.number == oldest.number }
  }
}
