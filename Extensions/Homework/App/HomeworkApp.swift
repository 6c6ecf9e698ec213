// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyControls
import SwiftUI

@main
struct HomeworkApp: App {
  @StateObject private var model = HomeworkModel()

  var body: some Scene {
    WindowGroup {
      ContentView()
        .environmentObject(model)
        .task { await model.authorize() }
    }
  }
}
