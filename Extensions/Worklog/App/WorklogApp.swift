// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyControls
import SwiftUI

@main
struct WorklogApp: App {
  let center = AuthorizationCenter.shared
  @StateObject private var model = WorklogModel()

  var body: some Scene {
    WindowGroup {
      ContentView(model: model)
        .task {
          do {
            try await center.requestAuthorization(for: .individual)
            model.startMonitoring()
          } catch {
            model.message = "Not allowed: \(error.localizedDescription)"
          }
        }
    }
  }
}
