// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftUI

struct Card: View {
  let title: String
  let share: Double

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      Label(title, systemImage: "hourglass")
        .font(.headline)
      ProgressView(value: share)
        .tint(.orange)
    }
    .padding()
    .background(.thinMaterial)
    .clipShape(RoundedRectangle(cornerRadius: 16))
  }
}
