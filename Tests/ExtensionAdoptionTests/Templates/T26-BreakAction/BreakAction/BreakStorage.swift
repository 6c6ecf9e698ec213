// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

struct BreakRecord: Codable, Equatable {
  var kind: BreakItem<Int>.Kind
  var at: Date
}

protocol BreakStorage: AnyObject, Sendable {
  func breaks() -> [BreakRecord]
  func record(_ record: BreakRecord)
}

final class SuiteStorage: BreakStorage, @unchecked Sendable {
  private let suite: UserDefaults
  private let journal: BreakJournal
  private let encoder = JSONEncoder()

  init(suite name: String) {
    suite = UserDefaults(suiteName: name) ?? .standard
    suite.register(defaults: ["limit": 3, "enabled": true])
    journal = BreakJournal(suite: name)
    encoder.dateEncodingStrategy = .millisecondsSince1970
    encoder.outputFormatting = .sortedKeys
  }

  func breaks() -> [BreakRecord] {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .millisecondsSince1970
    return (suite.array(forKey: "breaks") as? [Data] ?? []).compactMap {
      try? decoder.decode(BreakRecord.self, from: $0)
    }
  }

  func record(_ record: BreakRecord) {
    guard let data = try? encoder.encode(record) else { return }
    var all = suite.array(forKey: "breaks") as? [Data] ?? []
    all.append(data)
    suite.set(Array(all.suffix(50)), forKey: "breaks")
    suite.set(suite.integer(forKey: "count") + 1, forKey: "count")
    suite.setValue(["last": ISO8601DateFormatter().string(from: record.at)], forKey: "meta")
    let isWhole = journal.note(record.at, link: URL(string: "https://example.com/breaks") ?? URL(fileURLWithPath: "/"))
    suite.set(isWhole, forKey: "whole")
    NotificationCenter.default.post(name: .breakTaken, object: nil, userInfo: ["at": record.at])
  }
}

extension Notification.Name {
  static let breakTaken = Notification.Name("breakTaken")
}

struct BreakPolicy: Sendable {
  var perDay = 3
  var pause: Duration = .seconds(15 * 60)

  func allows(_ records: [BreakRecord], now: Date) -> Bool {
    let calendar = Calendar.current
    let today = records.filter { calendar.isDate($0.at, inSameDayAs: now) }
    guard today.count < perDay else { return false }
    guard let last = today.map(\.at).max() else { return true }
    return now.timeIntervalSince(last) > Double(pause.components.seconds) && !calendar.isDateInWeekend(now)
  }
}
