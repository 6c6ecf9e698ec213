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
  @Test func `an entry has its default until it is set`() {
    var values = EnvironmentValues()
    #expect(values.isCompact && values.title == "none" && values.goal == nil)
    values.title = "own"
    values.goal = 3
    #expect(values.isCompact && values.title == "own" && values.goal == 3)
  }
}

@Suite struct PreviewTests {
  /// That this file compiles is the proof: the previews above expand to nothing that would clash.
  @Test @MainActor func `a preview compiles and leaves nothing behind`() { #expect(Shown().body is Text) }
}
