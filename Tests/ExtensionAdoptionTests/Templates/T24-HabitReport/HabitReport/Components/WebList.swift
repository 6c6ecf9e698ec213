// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import ManagedSettings
import SwiftUI

struct WebVisit: Identifiable, Hashable {
  let id = UUID()
  let domain: String
  let token: WebDomainToken?
  let duration: TimeInterval
}

struct WebReport: DeviceActivityReportScene {
  let context: DeviceActivityReport.Context = .web
  let content: ([WebVisit]) -> WebList

  func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> [WebVisit] {
    var result: [WebVisit] = []
    for await device in data {
      for await segment in device.activitySegments {
        for await category in segment.categories {
          for await site in category.webDomains {
            result.append(
              WebVisit(
                domain: site.webDomain.domain ?? "–", token: site.webDomain.token, duration: site.totalActivityDuration)
            )
          }
        }
      }
    }
    return result.sorted { $0.duration > $1.duration }
  }
}

struct WebList: View {
  let visits: [WebVisit]
  @State private var query = ""
  @State private var sort = SortOrder.reverse

  init(visits: [WebVisit]) { self.visits = visits }

  var body: some View {
    List {
      Section {
        ForEach(filtered) { visit in
          LabeledContent {
            Text(
              Duration.seconds(visit.duration).formatted(
                .units(allowed: [.hours, .minutes, .seconds], width: .abbreviated, maximumUnitCount: 2)))
          } label: {
            if let token = visit.token { Label(token) } else { Label(visit.domain, systemImage: "globe") }
          }
          .badge(visit.duration > 3600 ? "!" : nil)
          .listRowSeparator(.hidden, edges: .bottom)
        }
        .onDelete { _ in }
      } header: {
        HStack {
          Text("Sites")
          Spacer()
          Menu {
            Button("Most") { sort = .reverse }
            Button("Least") { sort = .forward }
          } label: {
            Image(systemName: "arrow.up.arrow.down")
          }
        }
      }
      if visits.isEmpty { Text("No sites").italic().foregroundStyle(.tertiary).listRowBackground(Color.clear) }
    }
    .listStyle(.insetGrouped)
    .searchable(text: $query, prompt: "Search")
    .refreshable {}
    .overlay { if filtered.isEmpty && !query.isEmpty { ContentUnavailableView.search(text: query) } }
  }

  private var filtered: [WebVisit] {
    query.isEmpty ? visits : visits.filter { $0.domain.localizedCaseInsensitiveContains(query) }
  }
}

#Preview(traits: .sizeThatFitsLayout) {
  WebList(visits: [])
}
