// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import ExtensionKit
import SwiftUI

@main
struct PieReportExtension: DeviceActivityReportExtension {
  var body: some DeviceActivityReportScene {
    PieScene { slices in
      PieChart(slices: slices)
    }
  }
}
