// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import TextEscaping

/// Renders a draw list as terminal cells: bars as eighth blocks, sectors as a table, images by name (VIEW-30).
///
/// The draw list must have been laid out with `.cells`, so that text and boxes align with the grid.
package struct TerminalRenderer {
  private let palette: Palette
  private let color: Bool
  private var canvas: TerminalCanvas
  private var clip: Box
  private var shades: [Paint] = []

  private init(_ drawing: Drawing, palette: Palette, color: Bool) {
    self.palette = palette
    self.color = color
    let columns = max(1, min(400, drawing.content.width / 8_000))
    let rows = max(1, min(2_000, (drawing.content.height + 15_999) / 16_000))
    canvas = TerminalCanvas(columns: columns, rows: rows)
    clip = Box(0, 0, columns * 8_000, rows * 16_000)
  }

  /// Renders the lines, without blank ones at the top and bottom.
  package static func lines(
    _ drawing: Drawing, scheme: DrawEnvironment.Scheme = .dark, assets: AssetCatalog = AssetCatalog(), color: Bool
  ) -> [String] {
    var renderer = TerminalRenderer(drawing, palette: Palette(scheme: scheme, assets: assets), color: color)
    for item in drawing.items { renderer.draw(item) }
    var lines = renderer.canvas.lines(color: color)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return Array(lines.drop { $0.isEmpty })
  }

  private mutating func draw(_ item: DrawItem) {
    switch item {
    case .fill(let outline, let paint, let role): fill(outline, paint, role)
    case .stroke(let outline, let paint, _): stroke(outline, paint)
    case .text(let line):
      let row = Self.cell(line.baseline - 12_000, 16_000)
      let isBold = [.semibold, .bold, .heavy, .black].contains(line.font.weight)
      write(line.text, column: Self.cell(line.x, 8_000), row: row, paint: line.paint, isBold: isBold)
    case .image(let picture, let box): image(picture, box)
    case .group(let effect, let items): group(effect, items)
    }
  }

  /// Rounds to the nearest cell, half away from zero, also for negative values.
  private static func cell(_ mpt: Int, _ size: Int) -> Int {
    mpt >= 0 ? (mpt + size / 2) / size : -((-mpt + size / 2) / size)
  }

  private mutating func write(_ text: String, column: Int, row: Int, paint: Paint, isBold: Bool = false) {
    let clipRows = Self.cell(clip.y, 16_000)..<max(Self.cell(clip.y, 16_000), Self.cell(clip.maxY, 16_000))
    guard clipRows.contains(row) else { return }
    let left = max(0, Self.cell(clip.x, 8_000))
    let right = max(left, min(canvas.columns, Self.cell(clip.maxX, 8_000)))
    let isRightToLeft = text.unicodeScalars.contains { (0x590...0x8FF).contains($0.value) }
    let safe = TerminalText(drawing: text).text.replacing("\n", with: " ")
    let written = isRightToLeft ? "\u{2068}\(safe)\u{2069}" : safe
    canvas.write(written, column: column, row: row, ink: ink(paint), isBold: isBold && color, within: left..<right)
  }

  private func ink(_ paint: Paint) -> RGBA? {
    guard color, paint != .named(.primary) else { return nil }
    let flat = palette.flat(paint)
    return RGBA(flat.red, flat.green, flat.blue)
  }

  // MARK: - Fills

  private mutating func fill(_ outline: DrawItem.Outline, _ paint: Paint, _ role: DrawItem.Role) {
    if palette.flat(paint).alpha == 0 { return }
    if role == .backdrop, !color || palette.flat(paint).alpha < 128 { return }
    if role == .track, paint == .named(.separator) { return divider(outline.box) }
    switch outline {
    case .rect(let box, _): rectangle(box, paint, role)
    case .ellipse, .path: region(outline, paint, role)
    }
  }

  private mutating func divider(_ box: Box) {
    let isUpright = box.height > 16_000 && box.width <= 8_000
    for (column, row) in cells(box) {
      write(isUpright ? "│" : "─", column: column, row: row, paint: .named(.separator))
    }
  }

  private func cells(_ box: Box) -> [(Int, Int)] {
    let left = max(box.x, clip.x)
    let right = min(box.maxX, clip.maxX)
    let top = max(box.y, clip.y)
    let bottom = min(box.maxY, clip.maxY)
    guard left < right, top < bottom else { return [] }
    return (top / 16_000...(bottom - 1) / 16_000).flatMap { row in
      (left / 8_000...(right - 1) / 8_000).map { ($0, row) }
    }
  }

  private static let lower = ["", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  private static let left = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

  private mutating func rectangle(_ box: Box, _ paint: Paint, _ role: DrawItem.Role) {
    for (column, row) in cells(box) {
      let width = max(0, min(box.maxX, (column + 1) * 8_000) - max(box.x, column * 8_000)) * 8 / 8_000
      let top = max(box.y, row * 16_000)
      let bottom = min(box.maxY, (row + 1) * 16_000)
      let height = max(0, bottom - top) * 8 / 16_000
      let isHalf = width >= 4 && height >= 4
      if role == .backdrop {
        if isHalf { canvas[column, row].paper = ink(paint) }
        continue
      }
      if role == .track {
        if isHalf, canvas[column, row].text == " " { write("░", column: column, row: row, paint: paint) }
        continue
      }
      var block = isHalf ? "█" : ""
      if height == 8, box.x <= column * 8_000 { block = Self.left[width] }
      if width == 8, bottom == (row + 1) * 16_000 { block = Self.lower[height] }
      if width == 8, top == row * 16_000, Self.lower.contains(canvas[column, row].text) { block = "█" }
      if block == "█", role == .series { block = shade(paint) }
      if !block.isEmpty { write(block, column: column, row: row, paint: paint) }
    }
  }

  /// Fills the cells whose centre is in the shape. Without colours each paint gets its own shade.
  private mutating func region(_ outline: DrawItem.Outline, _ paint: Paint, _ role: DrawItem.Role) {
    let box = outline.box
    if box.width <= 8_000, box.height <= 16_000, role != .backdrop {
      let mark = color ? "●" : shade(paint)
      return write(mark, column: Self.cell(box.x, 8_000), row: Self.cell(box.midY - 8_000, 16_000), paint: paint)
    }
    let pieces = PathTrim.flattened(PathTrim.commands(outline))
    guard let first = pieces.first else { return }
    var (left, right, top, bottom) = (first.0.x, first.0.x, first.0.y, first.0.y)
    for (from, to) in pieces {
      left = min(left, from.x, to.x)
      right = max(right, from.x, to.x)
      top = min(top, from.y, to.y)
      bottom = max(bottom, from.y, to.y)
    }
    let shade = shade(paint)
    for (column, row) in cells(Box(left, top, right - left, bottom - top)) {
      let spot = LayoutPoint(column * 8_000 + 4_000, row * 16_000 + 8_000)
      guard Self.isInside(spot, pieces) else { continue }
      if role == .backdrop {
        canvas[column, row].paper = ink(paint)
      } else {
        write(shade, column: column, row: row, paint: paint)
      }
    }
  }

  private mutating func shade(_ paint: Paint) -> String {
    if color { return "█" }
    if !shades.contains(paint) { shades.append(paint) }
    return ["█", "▓", "▒", "░"][(shades.firstIndex(of: paint) ?? 0) % 4]
  }

  private static func isInside(_ spot: LayoutPoint, _ pieces: [(LayoutPoint, LayoutPoint)]) -> Bool {
    var winding = 0
    for (from, to) in pieces where (from.y <= spot.y) != (to.y <= spot.y) {
      let part = Double(spot.y - from.y) / Double(to.y - from.y)
      if Double(from.x) + part * Double(to.x - from.x) > Double(spot.x) { winding += from.y < to.y ? 1 : -1 }
    }
    return winding != 0
  }

  /// Draws chart lines as dots in empty cells; borders of boxes are left out.
  private mutating func stroke(_ outline: DrawItem.Outline, _ paint: Paint) {
    guard case .path(let commands, _) = outline else { return }
    for (from, to) in PathTrim.flattened(commands) {
      let steps = min(400, max(1, max(abs(to.x - from.x) / 4_000, abs(to.y - from.y) / 8_000)))
      for step in 0...steps {
        let x = from.x + (to.x - from.x) * step / steps
        let y = from.y + (to.y - from.y) * step / steps
        let (column, row) = (x / 8_000, y / 16_000)
        if x >= 0, y >= 0, canvas[column, row].text == " " { write("•", column: column, row: row, paint: paint) }
      }
    }
  }

  // MARK: - Pictures and groups

  private mutating func image(_ picture: DrawItem.Picture, _ box: Box) {
    let (column, row) = (Self.cell(box.x, 8_000), Self.cell(box.midY - 8_000, 16_000))
    switch picture {
    case .symbol(let name, let paint):
      write(SymbolArt.glyph(name).letter, column: column, row: row, paint: paint)
    case .raster(_, let name, _):
      let room = max(1, box.width / 8_000)
      let label = "[\(name)]"
      let fits = label.reduce(0) { $0 + TextWidth.columns($1) } <= room
      write(fits ? label : "▣", column: column, row: row, paint: .named(.secondary))
    }
  }

  private mutating func group(_ effect: DrawItem.Effect, _ items: [DrawItem]) {
    let outer = clip
    switch effect {
    case .opacity(0): return
    case .clip(let outline), .mask(let outline):
      let box = outline.box
      let (x, y) = (max(clip.x, box.x), max(clip.y, box.y))
      clip = Box(x, y, max(0, min(clip.maxX, box.maxX) - x), max(0, min(clip.maxY, box.maxY) - y))
    case .pie(let chart, let box): table(chart, box)
    default: break
    }
    for item in items { draw(item) }
    clip = outer
  }

  /// Draws name and percentage of each sector, with the first column as wide as the box allows.
  private mutating func table(_ chart: ChartContent, _ box: Box) {
    let shares = PieShares(chart)
    let column = Self.cell(box.x, 8_000)
    let width = box.width / 8_000
    let top = Self.cell(box.y, 16_000)
    for (number, mark) in chart.marks.enumerated() {
      let place = mark.series.flatMap { chart.series.firstIndex(of: $0) } ?? number
      let paint = mark.paint ?? .named(LayoutEngine.palette[place % LayoutEngine.palette.count])
      write("■", column: column, row: top + number, paint: paint)
      write(mark.series ?? "\(number + 1)", column: column + 2, row: top + number, paint: .named(.primary))
      let share = "  " + shares.percent(number)
      write(share, column: column + max(2, width - share.count), row: top + number, paint: .named(.primary))
    }
  }
}
