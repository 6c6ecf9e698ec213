// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity

class BaseMonitor: DeviceActivityMonitor {
  func log(_ text: String) { print("[focus] \(text)") }

  override func intervalDidStart(for activity: DeviceActivityName) {
    super.intervalDidStart(for: activity)
    log("start \(activity.rawValue)")
  }
}
