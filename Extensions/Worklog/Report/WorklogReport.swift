// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import ExtensionKit
import SwiftUI

@main
struct WorklogReport: DeviceActivityReportExtension {
  var body: some DeviceActivityReportScene {
    PieReport { pie in
      PieView(pie: pie)
    }
    TotalReport { total in
      TotalView(total: total)
    }
  }
}
