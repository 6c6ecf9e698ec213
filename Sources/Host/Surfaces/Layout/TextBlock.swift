// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A text node prepared for measuring, with live parts formatted and an advance for every character.
final class TextBlock {
  struct Run {
    var style: TextStyle
    var font: ResolvedFont
  }

  private let texts: [(text: String, style: TextStyle)]
  private let align: Alignment
  private let lineLimit: Int
  private let minimumScale: Int
  private let cells: Bool
  private let surface: ReadingDirection
  /// Characters and advances by scale, so that a text is split into characters once per scale (VIEW-25).
  private var prepared: [Int: (runs: [Run], glyphs: [TextSetter.Glyph])] = [:]

  init(_ content: TextContent, in environment: DrawEnvironment) {
    let live = LiveText(now: environment.now, locale: environment.locale, timeZone: environment.timeZone)
    texts = content.runs.map { run in
      switch run {
      case .text(let text, let style): (text, style.over(content.style))
      case .lineBreak: ("\n", content.style)
      case .date(let date, let style): (live.date(date, style), content.style)
      case .timer(let from, let to, let countsDown, let pause):
        (live.timer(from: from, to: to, countsDown: countsDown, pause: pause), content.style)
      }
    }
    align = content.align ?? .leading
    lineLimit = content.lines ?? Int.max
    minimumScale = content.minimumScale ?? 1_000
    cells = environment.measure == .cells
    surface = environment.direction
  }

  /// The whole text, without the line breaks of layout.
  var plain: String { texts.map(\.text).joined() }

  struct Layout {
    fileprivate var runs: [Run]
    fileprivate var setting: TextSetter.Setting
    fileprivate var ellipsis: Int
    var lineHeight: Int
    var ascent: Int
    var measured: Measured
  }

  /// Shrinks in steps of 5 % down to the minimum scale, then truncates (VIEW-29).
  func layout(_ proposal: Proposal) -> Layout {
    var scale = 1_000
    while true {
      let layout = layout(proposal, scale: scale)
      if layout.setting.fits || cells || scale - 50 < minimumScale { return layout }
      scale -= 50
    }
  }

  private func layout(_ proposal: Proposal, scale: Int) -> Layout {
    let (runs, glyphs) = prepare(scale)
    let lineHeight = cells ? 16_000 : runs.map(\.font.lineHeight).max() ?? 0
    let ascent = cells ? 12_000 : runs.map(\.font.ascent).max() ?? 0
    let ellipsis = cells ? 8_000 : runs[0].font.size
    var limit = lineLimit
    if let height = proposal.height, height < Proposal.infinity { limit = min(limit, max(1, height / lineHeight)) }
    let setting = TextSetter(glyphs: glyphs, ellipsis: ellipsis)
      .set(width: min(proposal.width ?? Proposal.infinity, Proposal.infinity), limit: limit)
    let height = lineHeight * setting.lines.count
    return Layout(
      runs: runs, setting: setting, ellipsis: ellipsis, lineHeight: lineHeight, ascent: ascent,
      measured: Measured(setting.width, height, first: ascent, last: height - lineHeight + ascent))
  }

  private func prepare(_ scale: Int) -> (runs: [Run], glyphs: [TextSetter.Glyph]) {
    if let known = prepared[scale] { return known }
    var runs: [Run] = []
    var glyphs: [TextSetter.Glyph] = []
    for (text, style) in texts {
      let font = ResolvedFont(style, scale: scale)
      runs.append(Run(style: style, font: font))
      for character in cased(text, style) {
        glyphs.append(glyph(character, run: runs.count - 1, font: font))
      }
    }
    if runs.isEmpty { runs.append(Run(style: TextStyle(), font: ResolvedFont(TextStyle(), scale: scale))) }
    prepared[scale] = (runs, glyphs)
    return (runs, glyphs)
  }

  /// One item for each part of a line in one style.
  func items(_ layout: Layout, at origin: LayoutPoint, defaultPaint: Paint) -> [DrawItem] {
    var items: [DrawItem] = []
    // Text with digits only reads from the left in every language.
    let direction = ReadingDirection(firstStrongOf: plain) ?? .leftToRight
    for (number, line) in layout.setting.lines.enumerated() {
      let free = layout.measured.width - line.width
      let left = origin.x + (cells ? free / 16_000 * 8_000 * align.horizontalHalves : free * align.horizontalHalves / 2)
      var x = left
      let baseline = origin.y + number * layout.lineHeight + layout.ascent
      var glyphs = Array(line.glyphs)
      if line.isTruncated {
        let run = glyphs.last?.run ?? 0
        glyphs.append(.init(character: "…", run: run, advance: layout.ellipsis))
      }
      var start = 0
      while start < glyphs.count {
        let run = glyphs[start].run
        var end = start
        while end < glyphs.count, glyphs[end].run == run { end += 1 }
        let width = glyphs[start..<end].reduce(0) { $0 + $1.advance }
        let text = String(glyphs[start..<end].map(\.character))
        let style = layout.runs[run].style
        // Place the parts in the text's reading order; mirroring for the surface's direction is applied to all of them
        // later.
        let place = direction == surface ? x : left + line.width - (x - left) - width
        if !text.allSatisfy({ $0 == " " }) || style.underline {
          items.append(
            .text(
              TextLine(
                text: text, x: place, baseline: baseline, width: width, font: layout.runs[run].font,
                paint: style.paint ?? defaultPaint, underline: style.underline, strike: style.strike,
                direction: direction)))
        }
        x += width
        start = end
      }
    }
    return items
  }

  private func cased(_ text: String, _ style: TextStyle) -> String {
    switch style.letterCase {
    case .upper: text.uppercased()
    case .lower: text.lowercased()
    case nil: text
    }
  }

  private func glyph(_ character: Character, run: Int, font: ResolvedFont) -> TextSetter.Glyph {
    if character == "\n" { return .init(character: character, run: run, advance: 0, isLineBreak: true) }
    let advance =
      cells
      ? TextWidth.columns(character) * 8_000
      : max(0, Advances.of(character, in: font) * font.size / 1_000 + font.kern)
    return .init(character: character, run: run, advance: advance)
  }
}
