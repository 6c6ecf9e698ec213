// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import Foundation
import ManagedSettings
import OSLog

enum Constants {
  static let appGroup = "group.com.example.focusguard"

  enum Keys: String {
    case sessions, selection, streak, lastShieldTap, theme
  }
}

extension Logger {
  private static let subsystem = Bundle.main.bundleIdentifier ?? "com.example.focusguard"
  static let monitor = Logger(subsystem: subsystem, category: "monitor")
  static let shield = Logger(subsystem: subsystem, category: "shield")
}

extension DeviceActivityName {
  static let daily = Self("daily")
  static func session(_ id: UUID) -> Self { Self("session-\(id.uuidString)") }

  var sessionID: UUID? {
    guard rawValue.hasPrefix("session-") else { return nil }
    return UUID(uuidString: String(rawValue.dropFirst("session-".count)))
  }
}

extension DeviceActivityEvent.Name {
  static let warning = Self("warning")
  static let limit = Self("limit")
  static func minutes(_ minutes: Int) -> Self { Self("minutes-\(minutes)") }
}

extension ManagedSettingsStore.Name {
  static let focus = Self("focus")
  static let bedtime = Self("bedtime")
}
