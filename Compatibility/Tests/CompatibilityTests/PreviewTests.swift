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

@Suite struct PreviewTests {
  /// That this file compiles is the proof: the previews above expand to nothing that would clash.
  @Test @MainActor func `a preview compiles and leaves nothing behind`() { #expect(Shown().body is Text) }
}
