// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Charts
import FamilyControls
import SwiftUI

struct WeekView: View {
  @StateObject private var viewModel: WeekViewModel
  @State private var tab = Tab.chart
  @State private var path = NavigationPath()
  @SceneStorage("expanded") private var isExpanded = true
  @Environment(\.colorScheme) private var scheme
  @Environment(\.horizontalSizeClass) private var sizeClass
  @Environment(\.accessibilityReduceMotion) private var reduceMotion

  enum Tab: String, CaseIterable, Identifiable {
    case chart = "Chart"
    case apps = "Apps"
    var id: Self { self }
  }

  init(viewModel: @autoclosure @escaping () -> WeekViewModel) {
    _viewModel = StateObject(wrappedValue: viewModel())
  }

  var body: some View {
    NavigationStack(path: $path) {
      ZStack(alignment: .top) {
        background.ignoresSafeArea()
        content
      }
      .navigationTitle(Text("This week"))
      .toolbarBackground(.hidden, for: .navigationBar)
    }
    .tint(.accentColor)
    .dynamicTypeSize(...DynamicTypeSize.accessibility1)
    .onChange(of: tab) { _, new in print(new) }
    .onReceive(viewModel.refresh) { _ in }
    .task { await Task.yield() }
  }

  @ViewBuilder private var content: some View {
    switch viewModel.state {
    case .empty:
      VStack(spacing: 12) {
        Image(systemName: "leaf.fill").resizable().scaledToFit().frame(width: 48).foregroundStyle(.green.gradient)
        Text("No screen time yet").font(.title3.weight(.semibold))
        Text("Come back **tomorrow**, or look at your _goals_.").multilineTextAlignment(.center)
          .foregroundStyle(.secondary)
      }
      .frame(maxWidth: .infinity, maxHeight: .infinity)
      .transition(.opacity.combined(with: .scale(scale: 0.9)))
    case let .loaded(days, top):
      ScrollView {
        VStack(spacing: 20) {
          Picker("View", selection: $tab) {
            ForEach(Tab.allCases) { tab in Text(tab.rawValue).tag(tab) }
          }
          .pickerStyle(.segmented)
          summary(days)
          if tab == .chart { WeekChart(days: days, average: viewModel.average) } else { EmptyView() }
          DisclosureGroup(isExpanded: $isExpanded) {
            ForEach(top) { app in
              TopAppRow(app: app, share: app.duration / max(1, top[0].duration))
                .alignmentGuide(.leading) { $0[.leading] }
            }
          } label: {
            Label("Most used", systemImage: "chart.bar.xaxis").font(.headline)
          }
          .groupBoxed()
        }
        .padding()
      }
    }
  }

  private func summary(_ days: [DayUsage]) -> some View {
    Grid(alignment: .leading, horizontalSpacing: 16, verticalSpacing: 8) {
      GridRow {
        Stat(title: "Average", value: viewModel.average.short, symbol: "clock")
        Stat(title: "Best", value: (days.map(\.total).min() ?? 0).short, symbol: "trophy.fill", tint: .yellow)
      }
      Divider().gridCellUnsizedAxes(.horizontal)
      GridRow {
        ForEach(days.suffix(2)) { day in
          Stat(
            title: LocalizedStringKey(day.date.formatted(.dateTime.weekday(.wide))), value: day.total.short,
            symbol: "calendar")
        }
      }
    }
    .groupBoxed()
  }

  private var background: some View {
    LinearGradient(
      stops: [
        .init(color: .indigo.opacity(scheme == .dark ? 0.4 : 0.15), location: 0), .init(color: .clear, location: 0.6),
      ],
      startPoint: .top, endPoint: .bottom)
  }
}

extension TimeInterval {
  var short: String {
    let formatter = DateComponentsFormatter()
    formatter.unitsStyle = .short
    formatter.allowedUnits = self < 3600 ? [.minute] : [.hour, .minute]
    formatter.maximumUnitCount = 2
    return formatter.string(from: self) ?? "0"
  }
}
