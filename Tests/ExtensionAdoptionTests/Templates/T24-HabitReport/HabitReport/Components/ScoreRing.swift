// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import SwiftUI

struct Score: Equatable {
  var value: Double
  var goal: Double = 100
  var fraction: Double { (value / goal).clamped(to: 0...1) }
}

extension Comparable {
  func clamped(to range: ClosedRange<Self>) -> Self { min(max(self, range.lowerBound), range.upperBound) }
}

struct ScoreReport: DeviceActivityReportScene {
  let context: DeviceActivityReport.Context = .score
  let content: (Score) -> ScoreRing

  func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> Score {
    let seconds = await data.flatMap { $0.activitySegments }.map { $0.totalActivityDuration }.reduce(0, +)
    return Score(value: 100 - (seconds / 3600).rounded())
  }
}

struct ScoreRing: View {
  let score: Score
  @State private var shown = 0.0

  var body: some View {
    ZStack {
      Circle().stroke(Color(.systemGray5), style: StrokeStyle(lineWidth: 18, lineCap: .round))
      Arc(fraction: score.fraction)
        .stroke(
          AngularGradient(gradient: Gradient(colors: [.mint, .blue, .purple]), center: .center),
          style: .init(lineWidth: 18, lineCap: .round)
        )
        .shadow(radius: 4)
      VStack(spacing: 2) {
        Text(score.value, format: .number.precision(.fractionLength(0...1)))
          .font(.system(size: 44, weight: .black, design: .rounded))
        Text("of \(Int(score.goal))").font(.callout).foregroundStyle(.secondary)
        Gauge(value: score.fraction, in: 0...1) {
          Text("Score")
        } currentValueLabel: {
          Text(score.fraction, format: .percent.precision(.fractionLength(0)))
        }
        .gaugeStyle(.accessoryLinearCapacity)
        .frame(width: 100)
      }
    }
    .padding(24)
    .aspectRatio(1, contentMode: .fit)
    .onAppear { withAnimation(.easeOut(duration: 1)) { shown = score.fraction } }
    .drawingGroup()
  }
}

struct Arc: Shape {
  var fraction: Double
  var animatableData: Double {
    get { fraction }
    set { fraction = newValue }
  }

  func path(in rect: CGRect) -> Path {
    var path = Path()
    path.addArc(
      center: CGPoint(x: rect.midX, y: rect.midY), radius: min(rect.width, rect.height) / 2,
      startAngle: .degrees(-90), endAngle: .degrees(-90 + 360 * fraction), clockwise: false)
    return path
  }
}
