// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A text node: plain, or runs with their own styles and live parts (VIEW-17).
package struct TextContent: Hashable, Sendable {
  package enum Run: Hashable, Sendable {
    case text(String, TextStyle)
    case lineBreak
    case date(Int64, DateStyle)
    case timer(from: Int64, to: Int64, countsDown: Bool, pause: Int64?)
  }
  package enum DateStyle: String, CaseIterable, Sendable { case date, time, relative, offset, timer }

  /// The runs of the text. `isPlain` records that it was written as a plain `text`.
  package var runs: [Run]
  package var isPlain: Bool
  package var style: TextStyle
  package var lines: Int?
  package var align: Alignment?
  package var minimumScale: Int?

  package init(_ text: String, style: TextStyle = TextStyle(), align: Alignment? = nil, lines: Int? = nil) {
    runs = [.text(text, TextStyle())]
    isPlain = true
    self.style = style
    self.align = align
    self.lines = lines
  }

  init(runs: [Run]) {
    self.runs = runs
    isPlain = false
    style = TextStyle()
  }
}
