// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// Names of small values in the store.
enum HostMeta {
  /// A press that a script had planned, stored by older builds.
  static let pendingPress = "host.pendingPress"
  static let lastAct = "host.lastAct"
  static let lastPrompt = "host.lastPrompt"
  static let timeRequests = "host.timeRequests"
  static let settledPrompts = "host.settledPrompts"
  static let waitingChanges = "host.waitingChanges"
  static let items = "host.items"
  static let shieldCount = "host.shieldCount"
  static let reportCounts = "host.reportCounts"
  static let newestSample = "host.newestSample"
  static let person = "host.person"
  static let maintainedDay = "host.maintainedDay"
  static let acceptedMissing = "host.acceptedMissing"
  static let ledgerOff = "host.ledgerOff"
  static let owedKeyEvent = "host.owedKeyEvent"
  static let clockMark = "host.clockMark"
  static let widgetOffers = "host.widgetPrograms"
  static let widgetStacks = "host.widgetStacks"
  static let widgetLocale = "host.widgetLocale"
  static let screenLock = "host.screenLock"
  static let placements = "host.placements"
  static let focus = "host.focus"
  static let focusFollowed = "host.focusFollowed"
  static let focusOffers = "host.focusPrograms"
  static let focusSuggestions = "host.focusSuggested"
  static func consent(_ family: FamilyID) -> String { "host.consent.\(family.rawValue)" }
  static func budget(_ family: FamilyID) -> String { "host.budget.\(family.rawValue)" }
  static func blocked(_ family: FamilyID) -> String { "host.blocked.\(family.rawValue)" }
  static func output(_ program: ProgramID) -> String { "host.output.\(program.rawValue)" }
  static func buttons(_ family: FamilyID) -> String { "host.buttons.\(family.rawValue)" }
  static func poison(_ family: FamilyID) -> String { "host.poison.\(family.rawValue)" }
  static func writers(_ family: FamilyID) -> String { "host.writers.\(family.rawValue)" }
  static func opened(_ family: FamilyID) -> String { "host.opened.\(family.rawValue)" }
}

/// A counter that restarts each local day.
struct DailyCount: Codable, Hashable {
  var day = ""
  var count = 0

  /// The count on `today`.
  func count(on today: String) -> Int { day == today ? count : 0 }

  /// Adds one on `today`.
  mutating func increment(on today: String) -> Int {
    if day != today { self = DailyCount(day: today) }
    count += 1
    return count
  }
}

extension StoreReader {
  /// A small value stored as canonical JSON.
  func value<Value: Decodable>(_ type: Value.Type, _ key: String) throws -> Value? {
    try meta(key).map { try CanonicalJSON.value(type, from: $0, named: key) }
  }
}

extension StoreTransaction {
  func setValue(_ value: (some Encodable)?, _ key: String) throws {
    try setMeta(key, to: try value.map { try CanonicalJSON.bytes(of: $0) })
  }
}
