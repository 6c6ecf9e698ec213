// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import FamilyControls
import SwiftUI

extension DeviceActivityReport.Context {
  static let week = Self("week")
}

struct ContentView: View {
  @EnvironmentObject var model: LimitsModel
  @State private var isAllowedPresented = false

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Text("Limits")
        .font(.largeTitle)
        .bold()
      Text(model.message)
        .foregroundStyle(.secondary)
      ForEach(model.plan.limits) { limit in
        LimitView(id: limit.id)
      }
      Button("Add a limit") { model.addLimit() }
      Divider()
      DowntimeView()
      Button("Choose what is always allowed") { isAllowedPresented = true }
        .familyActivityPicker(isPresented: $isAllowedPresented, selection: $model.plan.allowed)
      Toggle("More time on a shield", isOn: $model.plan.allowsMoreTime)
      Divider()
      DeviceActivityReport(.week, filter: DeviceActivityFilter(segment: .daily(during: lastWeek)))
        .frame(height: 260)
    }
    .padding()
    .navigationTitle("Limits")
  }

  private var lastWeek: DateInterval {
    let calendar = Calendar.current
    let tomorrow = calendar.dateInterval(of: .day, for: .now)?.end ?? .now
    return DateInterval(start: calendar.date(byAdding: .day, value: -7, to: tomorrow) ?? .now, end: tomorrow)
  }
}

struct DowntimeView: View {
  @EnvironmentObject var model: LimitsModel

  var body: some View {
    let downtime = model.plan.downtime
    VStack(alignment: .leading, spacing: 8) {
      Toggle("Downtime", isOn: $model.plan.downtime.isOn)
      if downtime.isOn {
        HStack {
          Text("From \(downtime.startHour):00")
          Button("Start an hour earlier") { model.changeDowntime(start: -1) }
          Button("Start an hour later") { model.changeDowntime(start: 1) }
        }
        HStack {
          Text("To \(downtime.endHour):00")
          Button("End an hour earlier") { model.changeDowntime(end: -1) }
          Button("End an hour later") { model.changeDowntime(end: 1) }
        }
      }
    }
  }
}
