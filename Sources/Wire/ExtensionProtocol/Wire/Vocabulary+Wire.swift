// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// The vocabulary is declared once, below the wire, and exported together with the wire's types.
@_exported public import ScreenTimeVocabulary

extension Authorization: WireWord {}
extension CookiePolicy: WireWord {}
extension MonitorCallback: WireWord {}
extension NotificationPart: WireWord {}
extension SettingKey: WireWord {}
