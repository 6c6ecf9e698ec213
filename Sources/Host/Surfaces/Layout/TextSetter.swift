// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Breaks one text into lines of at most a width: at spaces, after hyphens, between wide characters (VIEW-29).
struct TextSetter {
  struct Glyph {
    var character: Character
    var run: Int
    var advance: Int
    var isLineBreak = false
  }

  struct Line {
    var glyphs: ArraySlice<Glyph>
    var width: Int
    var isTruncated = false
  }

  struct Setting {
    var lines: [Line]
    var width: Int
    var fits: Bool
  }

  let glyphs: [Glyph]
  let ellipsis: Int

  /// Breaks the text into at most `limit` lines of at most `width`; the last one ends in "…" if text is left over.
  func set(width: Int, limit: Int) -> Setting {
    var lines: [Line] = []
    var start = 0
    var fits = true
    while start < glyphs.count || lines.isEmpty {
      let (end, next, lineWidth, isWhole) = line(from: start, width: width)
      if !isWhole { fits = false }
      if lines.count + 1 >= limit, next < glyphs.count {
        lines.append(truncated(from: start, width: width))
        fits = false
        break
      }
      lines.append(Line(glyphs: glyphs[start..<end], width: lineWidth))
      start = next
      if next >= glyphs.count, let last = glyphs.last, last.isLineBreak, next != end, lines.count < limit {
        lines.append(Line(glyphs: [], width: 0))
        break
      }
    }
    return Setting(lines: lines, width: lines.map(\.width).max() ?? 0, fits: fits)
  }

  /// The end of the drawn text, the start of the next line, the width, and whether no word was split.
  private func line(from start: Int, width: Int) -> (Int, Int, Int, Bool) {
    var used = 0
    var index = start
    var candidate: (end: Int, next: Int, width: Int)?
    while index < glyphs.count {
      let glyph = glyphs[index]
      if glyph.isLineBreak { return (index, index + 1, used, true) }
      let isSpace = glyph.character == " "
      if isSpace { candidate = (index, index + 1, used) }
      if used + glyph.advance > width, !isSpace, index > start {
        if let candidate, candidate.end > start {
          var next = candidate.next
          while next < glyphs.count, glyphs[next].character == " " { next += 1 }
          return (candidate.end, next, candidate.width, true)
        }
        return (index, index, used, false)
      }
      used += glyph.advance
      index += 1
      if breaks(after: index - 1) { candidate = (index, index, used) }
    }
    return (index, index, used, used <= width)
  }

  private func breaks(after index: Int) -> Bool {
    let character = glyphs[index].character
    if character == "-" || character == "\u{2010}" { return index > 0 && glyphs[index - 1].character != " " }
    guard index + 1 < glyphs.count else { return false }
    let next = glyphs[index + 1].character
    if Self.neverFirst.contains(next) || Self.neverLast.contains(character) { return false }
    return TextWidth.isWide(character) || (TextWidth.isWide(next) && character != " ")
  }

  /// Closing punctuation, small and full width, that may not begin a line.
  private static let neverFirst = Set<Character>(
    ",.!?):;\u{2026}\u{3001}\u{3002}\u{300D}\u{300F}\u{3011}\u{300B}\u{3009}\u{30FC}\u{FF0C}\u{FF0E}\u{FF1A}\u{FF1B}\u{FF01}\u{FF1F}\u{FF09}"
  )
  /// Opening punctuation that may not end a line.
  private static let neverLast = Set<Character>("(\u{300C}\u{300E}\u{3010}\u{300A}\u{3008}\u{FF08}")

  private func truncated(from start: Int, width: Int) -> Line {
    var end = start
    var used = 0
    while end < glyphs.count, !glyphs[end].isLineBreak, used + glyphs[end].advance + ellipsis <= width {
      used += glyphs[end].advance
      end += 1
    }
    while end > start, glyphs[end - 1].character == " " {
      end -= 1
      used -= glyphs[end].advance
    }
    return Line(glyphs: glyphs[start..<end], width: min(used + ellipsis, max(width, ellipsis)), isTruncated: true)
  }
}
