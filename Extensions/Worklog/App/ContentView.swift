// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import FamilyControls
import SwiftUI

extension DeviceActivityReport.Context {
  static let pie = Self("pie")
}

struct ContentView: View {
  @ObservedObject var model: WorklogModel
  @State private var isGamesPresented = false
  @State private var isSocialPresented = false
  @State private var context: DeviceActivityReport.Context = .pie
  @State private var filter = DeviceActivityFilter(
    segment: .daily(
      during: Calendar.current.dateInterval(of: .day, for: .now) ?? DateInterval(start: .now, duration: 0)))

  var body: some View {
    VStack(spacing: 12) {
      DeviceActivityReport(context, filter: filter)
        .frame(height: 480)
      Text(model.message)
        .font(.footnote)
      HStack {
        Button("Games") { isGamesPresented = true }
          .familyActivityPicker(isPresented: $isGamesPresented, selection: $model.games)
        Button("Social") { isSocialPresented = true }
          .familyActivityPicker(isPresented: $isSocialPresented, selection: $model.social)
      }
      HStack {
        Button("Focus") { model.focus() }
          .buttonStyle(.borderedProminent)
        Button("Relax") { model.relax() }
          .buttonStyle(.bordered)
      }
    }
    .padding()
    .navigationTitle("Worklog")
  }
}
