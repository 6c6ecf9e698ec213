// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A one-page summary of one family (`privacy.md#the-ledger`): the information that it could learn, was shown and could
/// not learn, and its blocked attempts. The verbs are fixed; the phrases and the list of withheld information come from
/// the policy.
package struct LedgerPage: Encodable, Hashable, Sendable {
  /// The lines of the page that are summed from entries.
  package enum Line: String, Codable, Sendable, CaseIterable {
    case learned, shown, stopped
  }

  /// The number of callbacks per day for which the family has registered, and the limit.
  package struct Callbacks: Codable, Hashable, Sendable {
    package var registered: Int
    /// `nil` if there is no limit.
    package var most: Int?

    package init(registered: Int, most: Int?) {
      self.registered = registered
      self.most = most
    }
  }

  /// The facts that come from the family's state instead of the entries.
  package struct Standing: Hashable, Sendable {
    package var family: String
    package var name: String
    package var profile: PrivacyProfile
    package var isApproved: Bool
    package var tier: IsolationTier
    package var nameableItems: Int
    package var callbacks: Callbacks
    /// The day on which the ledger was turned off; `nil` if it is on.
    package var ledgerOffSince: String?
    /// The digest of the family's files; `nil` if they can't be read.
    package var build: String?

    package init(
      family: String, name: String, profile: PrivacyProfile, isApproved: Bool, tier: IsolationTier, nameableItems: Int,
      callbacks: Callbacks, ledgerOffSince: String? = nil, build: String? = nil
    ) {
      self.build = build
      self.ledgerOffSince = ledgerOffSince
      self.family = family
      self.name = name
      self.profile = profile
      self.isApproved = isApproved
      self.tier = tier
      self.nameableItems = nameableItems
      self.callbacks = callbacks
    }
  }

  package let family: String
  package let name: String
  /// The first and last day, local.
  package let from: String
  package let to: String
  package let profile: PrivacyProfile
  /// `granted 3 Nov by you`; `nil` if the grant is older than the ledger keeps text.
  package let grant: String?
  package let isApproved: Bool
  package let tier: String
  package let missingProtections: [String]
  package let learned: [String]
  package let shown: [String]
  package let notTold: [String]
  package let stopped: [String]
  package let nameableItems: Int
  package let callbacks: Callbacks
  /// The result of the last boundary check, `4 Nov: passed`; `nil` if there was none.
  package let check: String?
  /// Whether that check ran on other files than the family has now, so that its verdict does not apply to them.
  package let checkIsStale: Bool
  /// `off since 4 Nov`, in which case the page covers one day only; `nil` if the ledger is on.
  package let ledger: String?

  /// Summarizes a family's entries.
  ///
  /// - Parameters:
  /// - entries: the family's entries with items named, oldest first. Those before `from` are only used for the grant
  ///   and the check.
  /// - from: the first day of the page, `2026-11-14`.
  package init(_ standing: Standing, from: String, to: String, entries: [LedgerEntry], policy: FlowPolicy) {
    family = standing.family
    name = standing.name
    self.from = from
    self.to = to
    profile = standing.profile
    isApproved = standing.isApproved
    tier = standing.tier.rawValue
    missingProtections = standing.tier.missing
    nameableItems = standing.nameableItems
    callbacks = standing.callbacks
    ledger = standing.ledgerOffSince.map { "off since \(SpokenDay($0))" }
    let recent = entries.filter { $0.day >= from && $0.day <= to }
    learned = Self.phrases(.learned, of: recent, policy)
    shown = Self.phrases(.shown, of: recent, policy)
    stopped = Self.phrases(.stopped, of: recent, policy)
    notTold = policy.never.filter { $0.profiles.contains(standing.profile) }.map(\.what)
    grant = entries.last { $0.kind == .grant || $0.kind == .revoke }.map { entry in
      let day = SpokenDay(entry.day)
      let person = entry.values?["member"] == "child" ? "a guardian" : "you"
      return entry.kind == .revoke ? "taken away \(day)" : "granted \(day) by \(person)"
    }
    let last = entries.last { $0.kind == .checkerVerdict }
    check = last.map { "\(SpokenDay($0.day)): \($0.values?["verdict"] ?? "done")" }
    checkIsStale = last.map { $0.values?["build"] == nil || $0.values?["build"] != standing.build } ?? false
  }

  /// The phrases of one line, in the order of the declassification points, the most frequent first. Entries that differ
  /// only in their time share one phrase.
  private static func phrases(_ line: Line, of entries: [LedgerEntry], _ policy: FlowPolicy) -> [String] {
    let kinds = LedgerKind.allCases.sorted { (policy.kinds[$0]?.dc ?? 0) < (policy.kinds[$1]?.dc ?? 0) }
    return kinds.flatMap { kind -> [String] in
      guard let page = policy.kinds[kind]?.page, page.line == line else { return [] }
      var groups: [String: (count: Int, days: Set<String>)] = [:]
      for entry in entries where entry.kind == kind {
        let phrase = SentenceTemplate(page.says).filled { name in
          name == "times" || name == "days" ? "{\(name)}" : entry.values?[name] ?? "something"
        }
        let count = entry.values?["count"].flatMap { Int($0) } ?? 1
        groups[phrase, default: (0, [])].count += count
        groups[phrase]?.days.insert(entry.day)
      }
      return groups.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map { phrase, sum in
        SentenceTemplate(phrase).filled { name in
          name == "days" ? (sum.days.count == 1 ? "1 day" : "\(sum.days.count) days") : spokenTimes(sum.count)
        }
      }
    }
  }
}

/// Formats `2026-11-03` as 3 Nov.
package struct SpokenDay: CustomStringConvertible {
  private let day: String

  package init(_ day: String) { self.day = day }

  package var description: String {
    let parts = day.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, Self.months.indices.contains(parts[1] - 1) else { return day }
    return "\(parts[2]) \(Self.months[parts[1] - 1])"
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
