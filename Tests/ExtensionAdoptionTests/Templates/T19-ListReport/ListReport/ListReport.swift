// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import FamilyControls
import ManagedSettings
import SwiftUI

@main
struct ListReport: DeviceActivityReportExtension {
  var body: some DeviceActivityReportScene {
    ListScene { rows in ListReportView(rows: rows) }
  }
}

extension DeviceActivityReport.Context {
  static let list = Self("List")
}

struct Row: Identifiable {
  let id: Int
  let name: String
  let token: ApplicationToken?
  let duration: TimeInterval
  let pickups: Int
}

struct ListScene: DeviceActivityReportScene {
  let context: DeviceActivityReport.Context = .list
  let content: ([Row]) -> ListReportView

  func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> [Row] {
    var rows: [Row] = []
    for await device in data {
      for await segment in device.activitySegments {
        for await category in segment.categories {
          for await app in category.applications where app.totalActivityDuration > 60 {
            rows.append(
              Row(
                id: rows.count, name: app.application.localizedDisplayName ?? "App", token: app.application.token,
                duration: app.totalActivityDuration, pickups: app.numberOfPickups))
          }
        }
      }
    }
    return rows
  }
}

struct ListReportView: View {
  let rows: [Row]
  @Environment(\.colorScheme) private var colorScheme

  var body: some View {
    ScrollView {
      LazyVStack(alignment: .leading, spacing: 8) {
        ForEach(rows) { row in
          HStack {
            if let token = row.token {
              Label(token).labelStyle(.iconOnly)
            }
            VStack(alignment: .leading) {
              Text(row.name).font(.subheadline.weight(.semibold))
              Text("\(row.pickups) pickups").font(.caption).foregroundStyle(.secondary)
            }
            Spacer()
            Text(row.duration.spoken).monospacedDigit()
          }
          .padding(.horizontal)
          .padding(.vertical, 6)
          .background(RoundedRectangle(cornerRadius: 12).fill(Color("Card")))
        }
      }
    }
  }
}

extension TimeInterval {
  var spoken: String {
    let hours = Int(self) / 3600
    let minutes = (Int(self) % 3600) / 60
    return hours > 0 ? "\(hours)h \(minutes)m" : "\(minutes)m"
  }
}
