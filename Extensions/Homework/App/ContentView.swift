// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyControls
import SwiftUI

struct ContentView: View {
  @EnvironmentObject var model: HomeworkModel
  @State private var isDiscouragedPresented = false
  @State private var isEncouragedPresented = false

  var body: some View {
    VStack(alignment: .leading, spacing: 16) {
      Text("Homework first")
        .font(.largeTitle)
        .bold()
      Text(model.message)
        .foregroundStyle(.secondary)

      Button("Select Apps to Discourage") { isDiscouragedPresented = true }
        .familyActivityPicker(isPresented: $isDiscouragedPresented, selection: $model.discouraged)
      SelectionView(selection: model.discouraged)

      Button("Select Apps to Encourage") { isEncouragedPresented = true }
        .familyActivityPicker(isPresented: $isEncouragedPresented, selection: $model.encouraged)
      SelectionView(selection: model.encouraged)

      Spacer()
    }
    .padding()
    .navigationTitle("Homework")
  }
}
