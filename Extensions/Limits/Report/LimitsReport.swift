// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import ExtensionKit
import SwiftUI

@main
struct LimitsReport: DeviceActivityReportExtension {
  var body: some DeviceActivityReportScene {
    WeekReport { week in
      WeekView(week: week)
    }
  }
}
