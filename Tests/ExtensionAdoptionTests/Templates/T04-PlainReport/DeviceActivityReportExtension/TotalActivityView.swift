// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftUI

struct TotalActivityView: View {
  let totalActivity: String

  var body: some View {
    Text(totalActivity)
  }
}

// In order to support previews for your extension's custom views, make sure its source files are
// members of your app's Xcode target as well as members of your extension's target.
#Preview {
  TotalActivityView(totalActivity: "1h 23m")
}
