// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Charts
import ManagedSettings
import SwiftUI

struct CategoryView: View {
  let rows: [CategoryRow]
  private let columns = [GridItem(.adaptive(minimum: 120), spacing: 12), GridItem(.flexible())]
  private var total: Int { rows.reduce(0) { $0 + $1.minutes } }

  var body: some View {
    List {
      Section {
        Chart(rows) { row in
          SectorMark(angle: .value("Minutes", row.minutes), innerRadius: .ratio(0.62), angularInset: 1.5)
            .cornerRadius(4)
            .foregroundStyle(by: .value("Category", row.name))
        }
        .chartLegend(position: .bottom, spacing: 8)
        .frame(height: 220)
        .chartBackground { proxy in
          GeometryReader { geometry in
            Text(total, format: .number).font(.title2.bold())
              .position(x: geometry.size.width / 2, y: geometry.size.height / 2)
          }
        }
      } header: {
        Text("Categories").textCase(nil).font(.headline)
      } footer: {
        Text("Minutes of today, \(Date.now.formatted(date: .abbreviated, time: .omitted))")
      }
      .listRowBackground(Color.clear)
      .listRowInsets(EdgeInsets())

      Section("All") {
        LazyVGrid(columns: columns, spacing: 12) {
          ForEach(rows) { row in
            VStack {
              if let token = row.token { Label(token).labelStyle(.iconOnly) }
              Text(row.name).font(.caption).lineLimit(2).minimumScaleFactor(0.7).multilineTextAlignment(.center)
              ProgressView(value: Double(row.minutes), total: Double(max(1, total))).tint(row.tint)
            }
            .padding(8)
            .background(row.tint.opacity(0.12), in: .rect(cornerRadius: 12))
          }
        }
      }
      .listRowSeparator(.hidden)
    }
    .listStyle(.insetGrouped)
    .scrollContentBackground(.hidden)
  }
}

extension CategoryRow {
  var tint: Color {
    let palette: [Color] = [.blue, .teal, .mint, .pink, .orange]
    return palette[abs(name.hashValue) % palette.count]
  }
}

struct PickupView: View {
  var pickups: Int
  @Environment(\.locale) var locale
  @ScaledMetric(relativeTo: .largeTitle) private var size = 48.0

  var body: some View {
    ZStack {
      Circle().stroke(.quaternary, lineWidth: 10)
      Circle().trim(from: 0, to: min(1, Double(pickups) / 100))
        .stroke(
          AngularGradient(
            colors: [.green, .yellow, .red], center: .center, startAngle: .degrees(0), endAngle: .degrees(360)),
          style: StrokeStyle(lineWidth: 10, lineCap: .round)
        )
        .rotationEffect(.degrees(-90))
      VStack {
        Text(pickups.formatted(.number.locale(locale))).font(.system(size: size, weight: .heavy, design: .rounded))
        Text("pickups").font(.caption.smallCaps()).foregroundStyle(.secondary)
      }
    }
    .aspectRatio(1, contentMode: .fit)
    .padding()
    .frame(maxWidth: 240)
    .sensoryFeedback(.success, trigger: pickups)
  }
}

struct PickupView_Previews: PreviewProvider {
  static var previews: some View {
    Group {
      PickupView(pickups: 3)
      PickupView(pickups: 90).preferredColorScheme(.dark).previewLayout(.sizeThatFits)
    }
  }
}
