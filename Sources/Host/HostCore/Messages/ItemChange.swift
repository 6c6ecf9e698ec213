// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// A person's change to an item: its name, its category, or that it is the same as another one.
package enum ItemChange: Codable, Hashable, Sendable {
  /// A new name is shown to the person only.
  case renames(Item, String)
  /// Counts from now on: recorded use stays where it was filed.
  case files(Item, under: Item)
  /// Use and rules of the first go to the second from now on. There is no way back.
  case merges(Item, into: Item)

  package var item: Item {
    switch self {
    case .renames(let item, _), .files(let item, _), .merges(let item, _): item
    }
  }

  /// The longest name, in bytes.
  package static let nameBytes = 120
}

/// A change that opens something, or counts less, and so waits (LIVE-CHG1).
package enum LooserChange: Codable, Hashable, Sendable {
  case changesItem(ItemChange)
  case withdraws(Item, from: FamilyID)
  /// The family is revoked at once, or removed, and its shields stay as the operator's own until the time is over.
  case lifts(FamilyID, removes: Bool)
  /// A forgotten passcode is replaced without the recovery code (CON-19). The driver has the new one.
  case replacesPasscode
  /// Later changes of this kind wait less.
  case shortensDelay(seconds: Int64)
}

/// A looser change that waits. It can be cancelled until it takes effect.
package struct WaitingChange: Codable, Hashable, Sendable {
  /// Its number, which is never used again.
  package var number: Int64
  package var change: LooserChange
  /// The items that it opens.
  package var items: [Item]
  package var askedAt: Timestamp
  package var until: Timestamp
}

/// All waiting changes, as they are stored.
struct ChangeBook: Codable, Hashable {
  /// The number of changes that may wait.
  static let most = 200
  /// The delays that a person can set, in seconds: from none to 30 days.
  static let delays: ClosedRange<Int64> = 0...30 * 86_400

  private(set) var last: Int64 = 0
  /// How long changes wait, as the person set it; `nil` for the host's setting.
  var delaySeconds: Int64?
  /// By number.
  private(set) var changes: [WaitingChange] = []

  subscript(_ number: Int64) -> WaitingChange? { changes.first { $0.number == number } }

  mutating func add(_ change: LooserChange, opening items: [Item], at now: Timestamp, until: Timestamp) {
    last += 1
    changes.append(WaitingChange(number: last, change: change, items: items, askedAt: now, until: until))
  }

  mutating func remove(_ number: Int64) { changes.removeAll { $0.number == number } }

  mutating func removeReplacement() { changes.removeAll { $0.change == .replacesPasscode } }

  /// Moves all ends by a jump of the clock, which is not time that has passed.
  mutating func shift(by milliseconds: Int64) {
    for index in changes.indices { changes[index].until = changes[index].until.advanced(by: milliseconds) }
  }
}
