// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Why a registration is refused, by the names of `DeviceActivityCenter.MonitoringError`.
public enum MonitoringRefusal: String, Hashable, Sendable, CaseIterable {
  case excessiveActivities, intervalTooLong, intervalTooShort, invalidDateComponents, unauthorized
}
