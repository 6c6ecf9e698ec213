// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import Foundation
package import ScreenTimeVocabulary

/// Whose use, of which device and how far back a report shows (R6, R7, R11).
///
/// The host has one ledger: of this person on this device. A filter names it or it doesn't; then there are no results.
package struct ReportScope: Sendable {
  /// The model by which filters know this device; an operator's setting, since Apple's names are all there are (R7).
  package var model: String
  /// Whether the person is declared a child, which is the role a report tells (R6).
  package var isChild: Bool
  /// Whether the family that asks manages this person under `.child` (R6).
  package var isManagedByFamily: Bool

  package init(model: String, isChild: Bool, isManagedByFamily: Bool) {
    self.model = model
    self.isChild = isChild
    self.isManagedByFamily = isManagedByFamily
  }

  package var role: String { isChild ? "child" : "individual" }

  /// - Parameters:
  ///   - users: nil: the current person.
  ///   - devices: nil: this device; an empty list: every device.
  package func includesLedger(users: ReportFilter.Users?, devices: [String]?) -> Bool {
    let isPersonMeant =
      switch users {
      case nil, .current, .all: true
      case .children: isManagedByFamily
      }
    return isPersonMeant && (devices.map { $0.isEmpty || $0.contains(model) } ?? true)
  }

  /// History reaches back whole local days, so that the oldest day of a chart is not cut at the time of asking (R11).
  package static func horizon(days: Int, before now: Timestamp, in calendar: Calendar) -> Timestamp {
    let today = calendar.startOfDay(for: now.date)
    return calendar.date(byAdding: .day, value: -days, to: today).map { Timestamp(calendar.startOfDay(for: $0)) }
      ?? Timestamp(today)
  }
}
