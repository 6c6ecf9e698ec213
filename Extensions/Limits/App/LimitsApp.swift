// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftUI

@main
struct LimitsApp: App {
  @StateObject private var model = LimitsModel()

  var body: some Scene {
    WindowGroup {
      ContentView()
        .environmentObject(model)
        .task { await model.authorize() }
    }
  }
}
