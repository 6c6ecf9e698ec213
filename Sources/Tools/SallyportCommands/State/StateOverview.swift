// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import HostCore
import ScreenTimeRules
import ScreenTimeStore

/// The whole state in the output format; scripts rely on its members.
struct StateOverview: Encodable {
  struct Device: Encodable {
    var now: Int64
    var mode: String
    var timeZone: String
    var isInUse: Bool
    var front: [String]
    var shield: String?
    var shieldFamily: String?
    /// Granted items, with the instants until which they are open (LIVE-GRT1).
    var grants: [String: Int64]
  }

  struct Family: Encodable {
    var family: String
    var authorization: String
    var member: String?
    var mode: String
    var stores: [String]
    var revision: Int64
  }

  struct Setting: Encodable {
    struct Contribution: Encodable {
      /// `nil` for the operator.
      var family: String?
      var store: String
      var value: String
      var reason: String
      var rule: String
    }

    var setting: String
    var effective: String
    /// Whether this device can enforce the setting. If it can't, the setting is still stored, merged and readable
    /// (M13).
    var isEnforced: Bool
    var contributions: [Contribution]
  }

  struct Activity: Encodable {
    struct Event: Encodable {
      var event: String
      var countedMs: Int64
      var thresholdMs: Int64
      var isReached: Bool
      var isWarned: Bool
    }

    var family: String
    var activity: String
    var phase: String
    var interval: TimeSpanOutput?
    var next: TimeSpanOutput?
    var nextDue: Int64?
    var events: [Event]
  }

  struct PendingDeliveryOutput: Encodable {
    var family: String
    var sequence: Int64
    var callback: String
    var activity: String?
    var event: String?
    var dueAt: Int64
    var owedAt: Int64
    var attempts: Int
    var hold: String?
    var holdWhy: String?
  }

  struct Program: Encodable {
    var program: String
    var state: String
    var until: Int64?
    var strikes: Int
    /// The last lines before its last failed attempt ended; `nil` if there are none.
    var printed: [String]?
  }

  /// A family that has any notifications, or a badge.
  struct Notifications: Encodable {
    var family: String
    var pending: Int
    var listed: Int
    var badge: Int64
    var nextDue: Int64?
  }

  var device: Device
  var families: [Family]
  var settings: [Setting]
  var activities: [Activity]
  var owed: [PendingDeliveryOutput]
  var programs: [Program]
  /// `nil` if no family has any.
  var notifications: [Notifications]?

  init(_ host: VirtualDriver, family only: FamilyID?, _ words: ReasonWords) throws {
    let state = host.facts.state
    let ids = state.familyIDs.filter { only == nil || $0 == only }
    device = Device(
      now: state.now.milliseconds, mode: host.configuration.mode.rawValue, timeZone: state.place.timeZone,
      isInUse: state.front.isInUse, front: [state.front.app, state.front.web].compactMap { $0.map(words.item) },
      shield: state.shield.map { words.item($0.item) }, shieldFamily: state.shield?.family?.rawValue,
      grants: Dictionary(
        state.grants.filter { state.now < $0.value }.map { (words.item($0.key), $0.value.milliseconds) },
        uniquingKeysWith: max))
    families = ids.compactMap { id in
      state.families[id].map {
        Family(
          family: id.rawValue, authorization: $0.authorization.rawValue, member: $0.member?.rawValue,
          mode: $0.mode.rawValue, stores: $0.storeNames, revision: $0.revision)
      }
    }
    settings = host.facts.explainSettings().compactMap { Setting($0, only: only, words) }
    activities = ids.flatMap { id -> [Activity] in
      (state.families[id]?.activityNames ?? []).compactMap { name in
        host.facts.explain(activity: name, of: id).map { Activity($0, of: id) }
      }
    }
    owed = try ids.flatMap { id in
      try host.facts.deliveryStories(of: id).filter { $0.delivery.settlement == nil }.map {
        PendingDeliveryOutput($0, words)
      }
    }
    programs = try ids.flatMap { id in
      try host.facts.programStandings(of: id).map {
        Program(
          program: $0.program, state: $0.state, until: $0.until?.milliseconds, strikes: $0.strikes,
          printed: $0.printed.isEmpty ? nil : $0.printed)
      }
    }
    let noticed = ids.filter { !host.facts.notifications(of: $0).isEmpty }
    notifications =
      noticed.isEmpty
      ? nil
      : noticed.map { id in
        let own = host.facts.notifications(of: id)
        return Notifications(
          family: id.rawValue, pending: own.pending.count, listed: own.listed.count, badge: own.badge,
          nextDue: own.nextDue?.milliseconds)
      }
  }
}

extension StateOverview.Setting {
  /// - Returns: `nil` if the requested family has no value for the setting.
  fileprivate init?(_ explained: SettingExplanation, only: FamilyID?, _ words: ReasonWords) {
    let shown = explained.contributions.filter { only == nil || $0.family == only }
    guard !shown.isEmpty else { return nil }
    let inForce = explained.contributions.filter { $0.reason == .decides }.map { $0.value.spoken(words.item) }
    setting = explained.key.rawValue
    effective =
      explained.effective?.spoken(words.item) ?? (inForce.isEmpty ? "nothing" : inForce.joined(separator: "; "))
    isEnforced = explained.isEnforced
    contributions = shown.map {
      Contribution(
        family: $0.family?.rawValue, store: $0.store, value: $0.value.spoken(words.item), reason: $0.reason.code,
        rule: $0.reason.rule)
    }
  }
}

extension StateOverview.Activity {
  fileprivate init(_ explained: ActivityExplanation, of family: FamilyID) {
    self.init(
      family: family.rawValue, activity: explained.activity, phase: explained.phase.rawValue,
      interval: explained.interval.map(TimeSpanOutput.init), next: explained.next.map(TimeSpanOutput.init),
      nextDue: explained.nextDue?.milliseconds,
      events: explained.events.map {
        Event(
          event: $0.name, countedMs: $0.counted, thresholdMs: $0.threshold, isReached: $0.isReached,
          isWarned: $0.isWarned)
      })
  }
}

extension StateOverview.PendingDeliveryOutput {
  fileprivate init(_ story: DeliveryStory, _ words: ReasonWords) {
    let delivery = story.delivery
    self.init(
      family: delivery.family, sequence: delivery.sequence, callback: delivery.callback,
      activity: story.monitor?.activity, event: story.monitor?.event, dueAt: delivery.dueAt.milliseconds,
      owedAt: delivery.owedAt.milliseconds, attempts: delivery.attempts, hold: story.hold?.code,
      holdWhy: story.hold?.sentence(words))
  }
}
