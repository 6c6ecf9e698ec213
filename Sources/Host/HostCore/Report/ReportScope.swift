// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import Foundation
package import ScreenTimeVocabulary

/// The scope of a report: whose use, on which device and how far back (R6, R7, R11).
///
/// The host has one ledger, of this person on this device. A filter includes it, or there are no results.
package struct ReportScope: Sendable {
  /// The model that identifies this device in filters. It is an operator's setting, since filters use only Apple's
  /// names (R7).
  package var model: String
  /// Whether the person is declared a child, which is the role shown in a report (R6).
  package var isChild: Bool
  /// Whether the requesting family manages this person as `.child` (R6).
  package var isManagedByFamily: Bool

  package init(model: String, isChild: Bool, isManagedByFamily: Bool) {
    self.model = model
    self.isChild = isChild
    self.isManagedByFamily = isManagedByFamily
  }

  package var role: String { isChild ? "child" : "individual" }

  /// - Parameters:
  ///   - users: `nil` for the current person.
  ///   - devices: `nil` for this device, an empty list for every device.
  package func includesLedger(users: ReportFilter.Users?, devices: [String]?) -> Bool {
    let isPersonMeant =
      switch users {
      case nil, .current, .all: true
      case .children: isManagedByFamily
      }
    return isPersonMeant && (devices.map { $0.isEmpty || $0.contains(model) } ?? true)
  }

  /// The start of the history, at a local midnight, so that the oldest day of a chart is complete (R11).
  package static func horizon(days: Int, before now: Timestamp, in calendar: Calendar) -> Timestamp {
    let today = calendar.startOfDay(for: now.date)
    return calendar.date(byAdding: .day, value: -days, to: today).map { Timestamp(calendar.startOfDay(for: $0)) }
      ?? Timestamp(today)
  }
}
