// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Combine
import DeviceActivity
import FamilyControls
import ManagedSettings
import SwiftUI

struct DayUsage: Identifiable, Hashable, Sendable {
  var id: Date { date }
  let date: Date
  var byCategory: [String: TimeInterval] = [:]
  var total: TimeInterval { byCategory.values.reduce(0, +) }
}

enum WeekState: Equatable {
  case empty
  case loaded([DayUsage], top: [TopApp])
}

struct TopApp: Identifiable, Hashable {
  let id: String
  let token: ApplicationToken?
  let name: String
  let duration: TimeInterval
  let pickups: Int
}

struct WeekReport: DeviceActivityReportScene {
  let context: DeviceActivityReport.Context = .week
  let content: (WeekState) -> WeekView

  func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> WeekState {
    var days: [Date: DayUsage] = [:]
    var apps: [String: (token: ApplicationToken?, name: String, duration: TimeInterval, pickups: Int)] = [:]
    let calendar = Calendar.autoupdatingCurrent
    for await datum in data {
      for await segment in datum.activitySegments {
        let day = calendar.startOfDay(for: segment.dateInterval.start)
        var usage = days[day] ?? DayUsage(date: day)
        for await category in segment.categories {
          let name = category.category.localizedDisplayName ?? "Other"
          usage.byCategory[name, default: .zero] += category.totalActivityDuration
          for await app in category.applications {
            let key = app.application.bundleIdentifier ?? app.application.localizedDisplayName ?? "?"
            var entry = apps[key] ?? (app.application.token, app.application.localizedDisplayName ?? key, 0, 0)
            entry.duration += app.totalActivityDuration
            entry.pickups += app.numberOfPickups
            apps[key] = entry
          }
        }
        days[day] = usage
      }
    }
    guard !days.isEmpty else { return .empty }
    let top = apps.map {
      TopApp(
        id: $0.key, token: $0.value.token, name: $0.value.name, duration: $0.value.duration, pickups: $0.value.pickups)
    }
    .sorted(using: [KeyPathComparator(\.duration, order: .reverse), KeyPathComparator(\.id)])
    return .loaded(days.values.sorted { $0.date < $1.date }, top: Array(top.prefix(8)))
  }
}

@MainActor
final class WeekViewModel: ObservableObject {
  @Published var state: WeekState
  @Published var selected: DayUsage?
  private var bag: Set<AnyCancellable> = []
  let refresh = PassthroughSubject<Void, Never>()

  init(state: WeekState) {
    self.state = state
    refresh.debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
      .sink { [weak self] in self?.selected = nil }
      .store(in: &bag)
    Publishers.CombineLatest($state, $selected)
      .map { state, selected in selected == nil && state == .empty }
      .removeDuplicates()
      .receive(on: RunLoop.main)
      .sink { _ in }
      .store(in: &bag)
  }

  var average: TimeInterval {
    guard case .loaded(let days, _) = state, !days.isEmpty else { return 0 }
    return days.map(\.total).reduce(0, +) / Double(days.count)
  }
}
