// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import OSLog
import os

class LoggingMonitor: DeviceActivityMonitor {
  private let logger = Logger(subsystem: "com.example.logging", category: "Monitor")
  private let old = OSLog(subsystem: "com.example.logging", category: "Old")

  override func intervalDidStart(for activity: DeviceActivityName) {
    super.intervalDidStart(for: activity)
    logger.info("started \(activity.rawValue, privacy: .public)")
    os_log("started", log: old, type: .info)
  }

  override func eventDidReachThreshold(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {
    logger.error("reached \(event.rawValue)")
    logger.debug("debug")
    logger.warning("warning")
  }
}
