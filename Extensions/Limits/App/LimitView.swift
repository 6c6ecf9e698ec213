// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyControls
import LimitsPlan
import SwiftUI

/// One limit: what it covers, its length, and its controls.
struct LimitView: View {
  let id: Int
  @EnvironmentObject var model: LimitsModel
  @State private var isPresented = false

  var body: some View {
    if let limit = model.plan.limits.first(where: { $0.id == id }) {
      VStack(alignment: .leading, spacing: 6) {
        Text("Limit \(id): \(limit.minutes) min a day")
          .bold()
        Text("\(count(limit.selection)) items")
          .font(.footnote)
          .foregroundStyle(.secondary)
        HStack {
          Button("Choose items for limit \(id)") { isPresented = true }
            .familyActivityPicker(isPresented: $isPresented, selection: selection)
          Button("Remove limit \(id)") { model.removeLimit(id) }
        }
        .font(.footnote)
        HStack {
          Button("Shorten limit \(id)") { model.change(id, by: -1) }
          Button("Lengthen limit \(id)") { model.change(id, by: 1) }
        }
        .font(.footnote)
      }
    }
  }

  private var selection: Binding<FamilyActivitySelection> {
    Binding(
      get: { model.plan.limits.first { $0.id == id }?.selection ?? FamilyActivitySelection() },
      set: { new in
        guard let index = model.plan.limits.firstIndex(where: { $0.id == id }) else { return }
        model.plan.limits[index].selection = new
      })
  }

  private func count(_ selection: FamilyActivitySelection) -> Int {
    selection.applicationTokens.count + selection.categoryTokens.count + selection.webDomainTokens.count
  }
}
