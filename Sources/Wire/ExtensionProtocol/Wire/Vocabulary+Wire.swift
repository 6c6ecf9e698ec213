// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// What both sides name is declared once, below the wire: whoever has the wire's values has these names too.
@_exported public import ScreenTimeVocabulary

extension Authorization: WireWord {}
extension CookiePolicy: WireWord {}
extension MonitorCallback: WireWord {}
extension SettingKey: WireWord {}
