// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Charts
import SwiftUI

struct PieChart: View {
  let slices: [Slice]

  var body: some View {
    Chart(slices) { slice in
      SectorMark(angle: .value("Share", slice.share), innerRadius: .ratio(0.6), angularInset: 1.5)
        .foregroundStyle(by: .value("Category", slice.name))
    }
    .frame(height: 240)
  }
}

struct PieChart_Previews: PreviewProvider {
  static var previews: some View {
    PieChart(slices: [Slice(name: "A", share: 0.5), Slice(name: "B", share: 0.5)])
  }
}

#Preview("Two halves") {
  PieChart(slices: [])
}
