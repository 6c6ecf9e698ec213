// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Pages
import Testing

@Suite struct FigureTests {
  @Test func `a row that leaves parts out says how many it shows`() {
    let parts = (0..<3).map { Figure.Part(start: $0, length: 1, tone: .first, says: "\($0)") }
    #expect(Figure.Row("Use", parts, atMost: 3) == Figure.Row("Use", parts))
    let cut = Figure.Row("Use", parts, atMost: 2)
    #expect(cut.label.text == "Use (first 2 of 3)" && cut.parts == Array(parts.prefix(2)))
  }
}
