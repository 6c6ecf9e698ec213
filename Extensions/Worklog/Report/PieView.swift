// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftUI

/// One slice, from the centre to the rim.
struct Sector: Shape {
  let start: Angle
  let end: Angle

  func path(in rect: CGRect) -> Path {
    let center = CGPoint(x: rect.midX, y: rect.midY)
    var path = Path()
    path.move(to: center)
    path.addArc(
      center: center, radius: min(rect.width, rect.height) / 2, startAngle: start, endAngle: end, clockwise: false)
    path.closeSubpath()
    return path
  }
}

struct PieView: View {
  let pie: Pie

  private let colors: [Color] = [.blue, .green, .orange, .purple, .pink, .gray]

  var body: some View {
    VStack(spacing: 12) {
      Text(pie.total.durationText)
        .font(.title2)
        .bold()
      ZStack {
        ForEach(pie.slices) { slice in
          Sector(start: angle(before: slice.id), end: angle(before: slice.id + 1))
            .fill(colors[slice.id % colors.count])
        }
      }
      .frame(width: 180, height: 180)
      VStack(alignment: .leading, spacing: 4) {
        ForEach(pie.slices) { slice in
          HStack {
            Circle()
              .fill(colors[slice.id % colors.count])
              .frame(width: 10, height: 10)
            Text(slice.name)
              .lineLimit(1)
            Spacer()
            Text(slice.duration.durationText)
              .monospacedDigit()
              .foregroundStyle(.secondary)
          }
          .font(.footnote)
        }
      }
    }
    .padding()
  }

  /// Slices follow each other clockwise from the top.
  private func angle(before index: Int) -> Angle {
    let sum = pie.slices.prefix(index).reduce(0) { $0 + $1.duration }
    return .degrees(pie.total > 0 ? sum / pie.total * 360 - 90 : -90)
  }
}

struct PieView_Previews: PreviewProvider {
  static var previews: some View {
    PieView(pie: Pie(slices: [Pie.Slice(id: 0, name: "Editor", duration: 3600)], total: 3600))
  }
}
