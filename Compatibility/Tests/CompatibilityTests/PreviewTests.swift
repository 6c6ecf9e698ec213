// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Previews
import SwiftUI
import Testing

private struct Shown: View {
  var body: some View { Text("shown") }
}

#Preview { Shown() }

#Preview("Named", traits: .sizeThatFitsLayout, .landscapeLeft) {
  VStack {
    Shown()
    Shown()
  }
}

extension EnvironmentValues {
  @Entry var isCompact: Bool = true
  @Entry var title = "none"
  @Entry var goal: Int?
}

@Suite struct EntryTests {
  @Test func `an entry returns its default until it is set`() {
    var values = EnvironmentValues()
    #expect(values.isCompact && values.title == "none" && values.goal == nil)
    values.title = "own"
    values.goal = 3
    #expect(values.isCompact && values.title == "own" && values.goal == 3)
  }
}

@Suite struct PreviewTests {
  /// The compilation of this file is the test: the previews above expand to nothing that conflicts.
  @Test @MainActor func `a preview compiles and expands to nothing`() { #expect(Shown().body is Text) }
}
