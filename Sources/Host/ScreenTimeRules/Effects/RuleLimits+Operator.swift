// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension RuleLimits {
  /// A limit that the operator may change. Every limit can be made stricter; those marked ↑ in the table can also be
  /// relaxed.
  package enum Name: String, CaseIterable, Sendable {
    case activities, blockedApplications, defaultsBytes, events, eventTokens, filterDomains, filterExceptions
    case maximumIntervalMilliseconds, minimumIntervalMilliseconds, namedStores, shieldApplications, shieldCategories
    case shieldExceptions, shieldWebDomains, thresholdFloorMilliseconds

    /// The values that the operator may set.
    package var range: ClosedRange<Int64> {
      switch self {
      case .activities, .namedStores, .shieldApplications, .shieldWebDomains, .shieldCategories, .shieldExceptions,
        .blockedApplications, .filterDomains, .filterExceptions:
        // The limits of the wire apply as well (`wire.md#lines`).
        0...1_000
      case .events: 0...256
      case .eventTokens: 0...1_000
      case .defaultsBytes: 0...(256 * 1_024)
      case .minimumIntervalMilliseconds: 60_000...(7 * 86_400_000)
      case .maximumIntervalMilliseconds: 60_000...(31 * 86_400_000)
      // A threshold below a minute would let a family reconstruct the person's day (E9).
      case .thresholdFloorMilliseconds: 60_000...86_400_000
      }
    }
  }

  /// An operator's value that is outside the limit's range.
  package struct OperatorError: Error, Hashable, Sendable, CustomStringConvertible {
    package let name: Name
    package let value: Int64

    package var description: String {
      let range = name.range
      return
        "The limit “\(name.rawValue)” can be \(range.lowerBound) to \(range.upperBound), not \(value); give a number within that range."
    }
  }

  /// Sets one limit.
  ///
  /// - Throws: `OperatorError` if the number is outside the limit's range. Nothing is changed then.
  package mutating func set(_ name: Name, to value: Int64) throws(OperatorError) {
    guard name.range.contains(value), let count = Int(exactly: value) else {
      throw OperatorError(name: name, value: value)
    }
    switch name {
    case .activities: activities = count
    case .blockedApplications: blockedApplications = count
    case .defaultsBytes: defaultsBytes = count
    case .events: events = count
    case .eventTokens: eventTokens = count
    case .filterDomains: filterDomains = count
    case .filterExceptions: filterExceptions = count
    case .maximumIntervalMilliseconds: maximumIntervalMilliseconds = value
    case .minimumIntervalMilliseconds: minimumIntervalMilliseconds = value
    case .namedStores: namedStores = count
    case .shieldApplications: shieldApplications = count
    case .shieldCategories: shieldCategories = count
    case .shieldExceptions: shieldExceptions = count
    case .shieldWebDomains: shieldWebDomains = count
    case .thresholdFloorMilliseconds: thresholdFloorMilliseconds = value
    }
  }
}
