// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Charts
import SwiftUI

struct SharesView: View {
  let shares: [(name: String, minutes: Double)]

  var body: some View {
    Chart(shares, id: \.name) { share in
      SectorMark(angle: .value("Minutes", share.minutes))
        .foregroundStyle(by: .value("Kind", share.name))
    }
  }
}
