// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Charts
import FamilyControls
import ManagedSettings
import SwiftUI

struct DayView: View {
  let model: DayModel
  @Environment(\.colorScheme) private var colorScheme
  @Environment(\.dynamicTypeSize) private var typeSize
  @AppStorage("goal", store: UserDefaults(suiteName: Constants.appGroup)) private var goal = 120
  @State private var isExpanded = true
  @Namespace private var namespace

  private static let formatter: DateComponentsFormatter = {
    let formatter = DateComponentsFormatter()
    formatter.allowedUnits = [.hour, .minute]
    formatter.unitsStyle = .abbreviated
    formatter.zeroFormattingBehavior = .dropAll
    return formatter
  }()

  var body: some View {
    NavigationStack {
      ScrollView(.vertical, showsIndicators: false) {
        VStack(alignment: .leading, spacing: 16) {
          header
          chart
          if model.rows.isEmpty {
            ContentUnavailableView("Nothing yet", systemImage: "moon.zzz", description: Text("Your day is quiet."))
          } else {
            rows
          }
        }
        .padding(.horizontal)
        .padding(.vertical, 12)
      }
      .navigationTitle("Today")
      .navigationBarTitleDisplayMode(.inline)
      .toolbar { ToolbarItem(placement: .topBarTrailing) { Image(systemName: "gear") } }
      .background(Color(.systemGroupedBackground))
      .scrollIndicators(.hidden)
    }
  }

  private var header: some View {
    HStack(alignment: .firstTextBaseline) {
      Text(Self.formatter.string(from: model.total) ?? "–")
        .font(.system(size: 40, weight: .bold, design: .rounded))
        .monospacedDigit()
        .contentTransition(.numericText())
        .foregroundStyle(
          LinearGradient(colors: [.indigo, .purple], startPoint: .topLeading, endPoint: .bottomTrailing))
      Spacer()
      VStack(alignment: .trailing) {
        Text(model.interval.start, style: .date).font(.caption).foregroundStyle(.secondary)
        if let first = model.firstPickup {
          Text("First at \(first, format: .dateTime.hour().minute())").font(.caption2)
        }
        if let longest = model.longest {
          Text(Duration.seconds(longest.duration), format: .units(allowed: [.hours, .minutes], width: .narrow))
            .font(.caption2.weight(.semibold))
        }
      }
    }
    .card()
    .overlay(alignment: .topTrailing) {
      if model.total > Double(goal) * 60 {
        Label("Over", systemImage: "exclamationmark.triangle.fill").labelStyle(.iconOnly)
          .foregroundStyle(.orange, .yellow).symbolRenderingMode(.palette).padding(6)
      }
    }
    .accessibilityElement(children: .combine)
  }

  private var chart: some View {
    Chart {
      ForEach(model.hours.sorted(by: { $0.key < $1.key }), id: \.key) { hour, duration in
        BarMark(x: .value("Hour", hour), y: .value("Minutes", duration / 60), width: .fixed(8))
          .cornerRadius(4)
          .foregroundStyle(Color.indigo.gradient)
          .opacity(hour < 12 ? 1 : 0.7)
      }
      RuleMark(y: .value("Goal", goal / 24))
        .lineStyle(StrokeStyle(lineWidth: 1, dash: [4, 2]))
        .foregroundStyle(.red)
        .annotation(position: .top, alignment: .trailing) { Text("Goal").font(.caption2) }
    }
    .chartXScale(domain: 0...23)
    .chartYAxis { AxisMarks(position: .leading, values: .automatic(desiredCount: 3)) }
    .chartXAxis {
      AxisMarks(values: .stride(by: 6)) { value in
        AxisGridLine()
        AxisTick()
        AxisValueLabel { if let hour = value.as(Int.self) { Text("\(hour):00") } }
      }
    }
    .frame(height: 160)
    .card()
  }

  private var rows: some View {
    LazyVStack(spacing: 8) {
      ForEach(Array(model.rows.prefix(5).enumerated()), id: \.element.id) { index, row in
        HStack {
          Text("\(index + 1).").font(.footnote.monospacedDigit()).foregroundColor(.secondary)
          if let token = row.token {
            Label(token).labelStyle(.titleAndIcon).lineLimit(1).truncationMode(.middle)
          }
          Spacer(minLength: 4)
          VStack(alignment: .trailing, spacing: 2) {
            Text(Self.formatter.string(from: row.duration) ?? "")
            Text("^[\(row.pickups) pickup](inflect: true)").font(.caption2)
          }
          Gauge(value: min(1, row.duration / max(1, model.total))) { EmptyView() }
            .gaugeStyle(.accessoryCircularCapacity).scaleEffect(0.6).frame(width: 36, height: 36)
        }
        .padding(.vertical, 4)
        .contentShape(Rectangle())
        .onTapGesture { withAnimation(.spring(response: 0.4, dampingFraction: 0.8)) { isExpanded.toggle() } }
        .matchedGeometryEffect(id: row.id, in: namespace)
        Divider().opacity(index == model.rows.count - 1 ? 0 : 1)
      }
    }
    .card()
    .animation(.easeInOut(duration: 0.2), value: isExpanded)
  }
}

struct CardModifier: ViewModifier {
  var cornerRadius: CGFloat = 16

  func body(content: Content) -> some View {
    content
      .padding()
      .frame(maxWidth: .infinity, alignment: .leading)
      .background(.ultraThinMaterial, in: RoundedRectangle(cornerRadius: cornerRadius, style: .continuous))
      .overlay(RoundedRectangle(cornerRadius: cornerRadius).strokeBorder(.quaternary, lineWidth: 0.5))
      .shadow(color: .black.opacity(0.06), radius: 8, y: 4)
  }
}

extension View {
  func card(cornerRadius: CGFloat = 16) -> some View { modifier(CardModifier(cornerRadius: cornerRadius)) }

  @ViewBuilder func `if`<Content: View>(_ condition: Bool, transform: (Self) -> Content) -> some View {
    if condition { transform(self) } else { self }
  }
}

#Preview("Day") {
  DayView(model: DayModel())
}
