// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason a registration is refused, with the case names of `DeviceActivityCenter.MonitoringError`.
public enum MonitoringRefusal: String, Hashable, Sendable, CaseIterable {
  case excessiveActivities, intervalTooLong, intervalTooShort, invalidDateComponents, unauthorized
}
