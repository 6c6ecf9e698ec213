// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The limits of `screen-time.md#limits` that the rules enforce. The operator may lower all of them and raise some.
package struct RuleLimits: Hashable, Codable, Sendable {
  package var activities = 20
  package var minimumIntervalMilliseconds: Int64 = 15 * 60_000
  package var maximumIntervalMilliseconds: Int64 = 7 * 86_400_000
  package var events = 256
  package var eventTokens = 1_000
  package var thresholdFloorMilliseconds: Int64 = 60_000
  /// The step to which thresholds and their warnings are rounded up. The person's privacy profile sets it (E9).
  package var thresholdStepMilliseconds: Int64 = 1
  /// The number of stores besides `Default`.
  package var namedStores = 50
  package var shieldApplications = 50
  package var shieldWebDomains = 50
  package var shieldCategories = 50
  package var shieldExceptions = 50
  package var blockedApplications = 50
  package var filterDomains = 50
  package var filterExceptions = 50
  package var ratings: ClosedRange<Int64> = 0...1_000
  package var nameBytes = 256
  package var defaultsBytes = 256 * 1_024

  package init() {}
}
