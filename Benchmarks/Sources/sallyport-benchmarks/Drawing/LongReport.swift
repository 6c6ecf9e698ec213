// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftUI

/// A typical report of 400 rows.
struct LongReport: View {
  static let rows = 400

  private struct Row: Identifiable {
    let id: Int
    var name: String { "Application number \(id)" }
    var minutes: Int { 720 - id * 9 / 5 }
  }

  private let rows = (0..<Self.rows).map(Row.init)

  var body: some View {
    List {
      Section("Most used") {
        ForEach(rows) { row in
          HStack {
            Text(row.name)
              .lineLimit(1)
            Spacer()
            Text("\(row.minutes / 60) h \(row.minutes % 60) min")
              .foregroundStyle(.secondary)
              .monospacedDigit()
          }
        }
      }
    }
  }
}
