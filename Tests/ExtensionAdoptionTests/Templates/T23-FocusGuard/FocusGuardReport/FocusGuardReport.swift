// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import ExtensionKit
import SwiftUI

@main
struct FocusGuardReport: DeviceActivityReportExtension {
  var body: some DeviceActivityReportScene {
    DayReport { DayView(model: $0) }
    CategoryReport { CategoryView(rows: $0) }
    PickupReport { pickups in
      PickupView(pickups: pickups)
    }
  }
}

extension DeviceActivityReport.Context {
  static let day = Self("Day")
  static let categories = Self("Categories")
  static let pickups = Self("Pickups")
}
