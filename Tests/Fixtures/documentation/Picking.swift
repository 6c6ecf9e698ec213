// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyControls
import SwiftUI

struct PickingView: View {
  @State private var selection = FamilyActivitySelection()
  @State private var isPicking = false

  var body: some View {
    Button("Choose apps") { isPicking = true }
      .familyActivityPicker(isPresented: $isPicking, selection: $selection)
  }
}
