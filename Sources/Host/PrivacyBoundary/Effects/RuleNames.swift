// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import struct ScreenTimeRules.NotificationRequest
internal import enum ScreenTimeRules.SettingValue

// The wire and the rules use the same type names. Where both are imported, the plain name is the wire's.
typealias RuleNotification = NotificationRequest
typealias RuleSettingValue = SettingValue
