// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
import ScreenTimeRules
package import ScreenTimeVocabulary

/// The table of what this device carries out. The commands, the timeline, consent and `docs/enforcement.md` read it, so
/// that nothing is called enforced that is not. The switches have no default: a new point, effect or setting does not
/// compile without a row.
package enum EnforcementTable {
  /// Points, effects and settings, each in the order of its declaration.
  package static let rows: [EnforcementRow] =
    ExtensionPoint.allCases.map(row) + Effect.Kind.allCases.map(row) + SettingKey.allCases.map(row)

  package static func row(_ point: ExtensionPoint) -> EnforcementRow {
    let (carrier, consequence): (EnforcementRow.Carrier, String) =
      switch point {
      case .app: (.device, "The person opens it, and it is told of changes.")
      case .monitor: (.device, "Its callbacks come at intervals and thresholds.")
      case .shieldAction: (.device, "It decides what a press on a shield does.")
      case .shieldConfiguration: (.page, "It draws the shields of its family.")
      case .report: (.page, "It draws reports.")
      case .widget: (.page, "It draws the timelines of placed widgets.")
      case .focusFilter: (.device, "It performs when a Focus with its filter goes on or off.")
      }
    return EnforcementRow(subject: .point(point), carrier: carrier, consequence: consequence)
  }

  package static func row(_ kind: Effect.Kind) -> EnforcementRow {
    let (carrier, consequence): (EnforcementRow.Carrier, String) =
      switch kind {
      case .setSetting:
        (.device, "The value is in the family's next snapshot; the setting's row says what enforces it.")
      case .setStoreActive: (.device, "The values of an inactive store no longer count.")
      case .clearStore: (.device, "The store's values no longer count.")
      case .deleteStore: (.device, "The store's values no longer count, and the store is gone.")
      case .startMonitoring: (.device, "The monitor is called at the activity's intervals and thresholds.")
      case .stopMonitoring: (.device, "The monitor is not called for the activity any more.")
      case .setDefault: (.device, "The value is in the family's next snapshot.")
      case .scheduleNotification: (.page, "The notification is shown when it is due.")
      case .cancelNotifications: (.page, "The notification is not shown, or leaves the list.")
      case .refreshShields: (.page, "A shield on screen is drawn again.")
      case .setBadgeCount: (.device, "The badge is in the app's next snapshot and in `state`.")
      case .revokeAuthorization: (.device, "The family is no longer authorized, and its settings are gone.")
      case .reloadTimelines: (.page, "The family's widgets are asked for new timelines, within their budget.")
      case .invalidateRelevance: (.nothing, "What `relevance()` says rotates nothing, so it is not asked for again.")
      case .invalidateFocusContext: (.device, "The filter in force is asked for its predicate again.")
      }
    return EnforcementRow(subject: .effect(kind), carrier: carrier, consequence: consequence)
  }

  package static func row(_ key: SettingKey) -> EnforcementRow {
    let (carrier, consequence): (EnforcementRow.Carrier, String) =
      switch key.isEnforced ? key.organ : nil {
      case .shields: (.page, "The item is covered by a shield, and its time does not count as its use.")
      case .launches:
        (.device, "A launch is refused, as an event, and its time does not count as use of the application.")
      case .web: (.device, "A visit is refused, as an event, and its time does not count as use of the website.")
      case .packages, .browser, .clock, .accounts, .media, nil: (.nothing, "It is stored, merged and readable.")
      }
    return EnforcementRow(subject: .setting(key), carrier: carrier, consequence: consequence)
  }

  /// The words for an accepted effect that nothing carries out.
  package static let notEnforced = "applied, not enforced here"

  /// The sentence for a program whose point is not hosted; `nil` if it is.
  package static func remark(on point: ExtensionPoint) -> String? {
    let row = row(point)
    return row.carrier == .nothing
      ? "\(point.rawValue) is not hosted by this release, so the program is never asked" : nil
  }
}

extension Effect {
  /// Whether something on this device carries the effect out. Removing a value needs nothing to enforce it.
  package var isCarriedOut: Bool {
    guard EnforcementTable.row(kind).carrier != .nothing else { return false }
    guard case .setSetting(_, let key, _?) = self else { return true }
    return EnforcementTable.row(key).carrier != .nothing
  }
}

extension Capability {
  /// The effects of the capability that nothing carries out, by name. Of settings only some are enforced.
  var unenforcedEffects: [String] {
    Effect.Kind.allCases.filter { $0.capability == self && EnforcementTable.row($0).carrier == .nothing }
      .map(\.rawValue)
  }
}
