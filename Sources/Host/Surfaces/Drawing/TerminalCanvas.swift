// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A grid of cells of 8 × 16 points. Only the renderer writes to it (VIEW-30).
struct TerminalCanvas {
  struct Cell: Hashable {
    /// Empty for the second half of a wide character.
    var text = " "
    var ink: RGBA?
    var paper: RGBA?
    var isBold = false
    var isBlank: Bool { text == " " && paper == nil }
  }

  let columns: Int
  let rows: Int
  private(set) var cells: [Cell]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = [Cell](repeating: Cell(), count: columns * rows)
  }

  func isInside(_ column: Int, _ row: Int) -> Bool {
    (0..<columns).contains(column) && (0..<rows).contains(row)
  }

  subscript(column: Int, row: Int) -> Cell {
    get { isInside(column, row) ? cells[row * columns + column] : Cell() }
    set { if isInside(column, row) { cells[row * columns + column] = newValue } }
  }

  /// Writes characters from a cell on. Wide characters take two cells; combining marks join the previous one.
  mutating func write(
    _ text: String, column: Int, row: Int, ink: RGBA?, isBold: Bool, within limits: Range<Int>
  ) {
    var column = column
    var previous: Int?
    for character in text {
      let width = TextWidth.columns(character)
      if width == 0 {
        if let previous { self[previous, row].text += String(character) }
        continue
      }
      guard limits.contains(column), column + width <= limits.upperBound else {
        column += width
        continue
      }
      separate(column, row)
      if width == 2 { separate(column + 1, row) }
      var cell = self[column, row]
      cell.text = String(character)
      cell.ink = ink
      cell.isBold = isBold
      self[column, row] = cell
      if width == 2 { self[column + 1, row].text = "" }
      previous = column
      column += width
    }
  }

  /// Clears the other half of a wide character that is overwritten.
  private mutating func separate(_ column: Int, _ row: Int) {
    if self[column, row].text.isEmpty, column > 0 { self[column - 1, row].text = " " }
    if isInside(column + 1, row), self[column + 1, row].text.isEmpty { self[column + 1, row].text = " " }
  }

  /// The lines without trailing blanks, optionally with colours.
  func lines(color: Bool) -> [String] {
    (0..<rows).map { row in
      var line = Array(cells[row * columns..<(row + 1) * columns])
      while let last = line.last, last.isBlank || (!color && last.text == " ") { line.removeLast() }
      return color ? coloured(line) : line.map(\.text).joined()
    }
  }

  private func coloured(_ line: [Cell]) -> String {
    var result = ""
    var current = Cell()
    for cell in line {
      if cell.ink != current.ink || cell.paper != current.paper || cell.isBold != current.isBold {
        result += "\u{1B}[0m" + codes(cell)
        current = cell
      }
      result += cell.text
    }
    return current.ink == nil && current.paper == nil && !current.isBold ? result : result + "\u{1B}[0m"
  }

  private func codes(_ cell: Cell) -> String {
    var text = cell.isBold ? "\u{1B}[1m" : ""
    if let ink = cell.ink { text += "\u{1B}[38;2;\(ink.red);\(ink.green);\(ink.blue)m" }
    if let paper = cell.paper { text += "\u{1B}[48;2;\(paper.red);\(paper.green);\(paper.blue)m" }
    return text
  }
}
