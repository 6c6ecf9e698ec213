// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import HostCore
import ScreenTimeRules
import TextEscaping

extension StateOverview {
  /// The tables that have rows, each under its name.
  func text(_ words: ReasonWords) -> TerminalText {
    let sections: [(title: TerminalText, header: [TerminalText], rows: [[String]])] = [
      ("Device", [], deviceRows(words)),
      (
        "Families", ["FAMILY", "AUTHORIZATION", "BEHAVIOUR", "STORES"],
        families.map {
          [
            $0.family, [$0.authorization, $0.member].compactMap(\.self).joined(separator: ", "), $0.mode,
            $0.stores.joined(separator: ", "),
          ]
        }
      ),
      ("Settings", ["SETTING", "IN FORCE", "FROM", "VALUE", "PART"], settings.flatMap(Self.rows)),
      (
        "Activities", ["FAMILY", "ACTIVITY", "PHASE", "START", "END", "NEXT"],
        activities.map { activity in
          [
            activity.family, activity.activity, activity.phase, Self.instant(activity.interval?.start, words),
            Self.instant(activity.interval?.end, words), Self.instant(activity.next?.start, words),
          ]
        }
      ),
      (
        "Thresholds", ["FAMILY", "ACTIVITY", "EVENT", "COUNTED", "OF", "STATE"],
        activities.flatMap { activity in
          activity.events.map {
            [
              activity.family, activity.activity, $0.event, words.duration($0.countedMs),
              words.duration($0.thresholdMs), $0.isReached ? "reached" : $0.isWarned ? "warned" : "",
            ]
          }
        }
      ),
      (
        "Pending", ["FAMILY", "NO.", "CALLBACK", "DUE", "ATTEMPTS", "WHY IT WAITS"],
        owed.map {
          [
            $0.family, "\($0.sequence)",
            [$0.callback, $0.event, $0.activity].compactMap(\.self).joined(separator: " "),
            Self.instant($0.dueAt, words), "\($0.attempts)", $0.holdWhy ?? "",
          ]
        }
      ),
      (
        "Notifications", ["FAMILY", "PENDING", "NEXT", "LISTED", "BADGE"],
        (notifications ?? []).map {
          [$0.family, "\($0.pending)", Self.instant($0.nextDue, words), "\($0.listed)", "\($0.badge)"]
        }
      ),
      (
        "Programs", ["PROGRAM", "STATE", "UNTIL", "FAILURES"],
        programs.map { [$0.program, $0.state, Self.instant($0.until, words), "\($0.strikes)"] }
      ),
      (
        "Printed before the last failure", ["PROGRAM", "LINE"],
        programs.flatMap { program in (program.printed ?? []).map { [program.program, $0] } }
      ),
    ]
    let texts = sections.filter { !$0.rows.isEmpty }
      .map { "\($0.title)\n" + TextTable(header: $0.header, rows: $0.rows).text }
    return .joined(texts, separator: "\n\n")
  }

  private func deviceRows(_ words: ReasonWords) -> [[String]] {
    var rows = [
      ["now", Self.instant(device.now, words)], ["time zone", device.timeZone], ["mode", device.mode],
      ["in front", device.isInUse ? device.front.joined(separator: ", ") : "not in use"],
    ]
    if let shield = device.shield {
      rows.append(["shield", "\(shield), drawn by \(device.shieldFamily ?? "the operator's policy")"])
    }
    return rows
      + device.grants.sorted { $0.key < $1.key }.map {
        ["granted", "\($0.key) until \(Self.instant($0.value, words))"]
      }
  }

  /// One row per store; the setting is named in the first.
  private static func rows(of setting: Setting) -> [[String]] {
    let note = setting.isEnforced ? "" : ", \(EnforcementTable.notEnforced)"
    return setting.contributions.enumerated().map { index, contribution in
      [
        index == 0 ? setting.setting : "", index == 0 ? setting.effective + note : "",
        "\(contribution.family ?? "operator") \(contribution.store)", contribution.value,
        contribution.reason,
      ]
    }
  }

  private static func instant(_ time: Int64?, _ words: ReasonWords) -> String {
    time.map { words.instant(Timestamp(milliseconds: $0)) } ?? "–"
  }
}

extension SettingValue {
  /// The value as text, with items by their names.
  func spoken(_ name: (Item) -> String) -> String {
    func list(_ items: [Item]) -> String { items.isEmpty ? "nothing" : items.map(name).joined(separator: ", ") }
    func list(_ references: [ItemReference]) -> String {
      references.map { reference in
        switch reference {
        case .item(let item): name(item)
        case .name(let text): text
        }
      }.joined(separator: ", ")
    }
    func except(_ text: String) -> String { text.isEmpty || text == "nothing" ? "" : " except \(text)" }
    switch self {
    case .bool(let isOn): return "\(isOn)"
    case .integer(let rating): return "\(rating)"
    case .cookiePolicy(let policy): return policy.rawValue
    case .items(let items): return list(items.items)
    case .blockedApplications(let blocked): return list(blocked)
    case .categoryPolicy(.none), .webFilter(.none): return "none"
    case .categoryPolicy(.specific(let categories, let exceptions)):
      return list(categories.items) + except(list(exceptions.items))
    case .categoryPolicy(.all(let exceptions)): return "all" + except(list(exceptions.items))
    case .webFilter(.specific(let domains)): return list(domains)
    case .webFilter(.auto(let domains, let exceptions)):
      return "adult" + (domains.isEmpty ? "" : ", \(list(domains))") + except(list(exceptions))
    case .webFilter(.all(let exceptions)): return "all" + except(list(exceptions))
    }
  }
}
