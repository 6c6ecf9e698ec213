// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import enum ScreenTimeRules.NotificationPart
internal import struct ScreenTimeRules.NotificationRequest
internal import enum ScreenTimeRules.SettingValue

// The wire and the rules call the same things by the same names. Where both meet, the wire keeps the plain one.
typealias RuleNotification = NotificationRequest
typealias RuleNotificationPart = NotificationPart
typealias RuleSettingValue = SettingValue
