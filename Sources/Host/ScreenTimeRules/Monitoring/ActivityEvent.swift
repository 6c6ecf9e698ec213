// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// `DeviceActivityEvent` with its name, as the family registered it.
package struct ActivityEvent: Hashable, Codable, Sendable {
  package var name: String
  package var selection: ItemSelection
  package var threshold: ScheduleComponents
  /// Count from the interval's start, rounded down to the hour, instead of from registration (E5).
  package var includesPastActivity: Bool

  package init(
    name: String, selection: ItemSelection, threshold: ScheduleComponents, includesPastActivity: Bool = false
  ) {
    self.name = name
    self.selection = selection
    self.threshold = threshold
    self.includesPastActivity = includesPastActivity
  }
}
