// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import TextEscaping

/// Columns of text, padded to their widest cell; the last column is not padded.
struct TextTable {
  var header: [TerminalText]
  var rows: [[TerminalText]]

  init(header: [TerminalText], rows: [[TerminalText]]) {
    self.header = header
    self.rows = rows
  }

  /// Makes a table from arbitrary text; each cell is escaped, so that a row stays on one line.
  init(header: [TerminalText], rows: [[String]]) {
    self.init(header: header, rows: rows.map { $0.map { TerminalText($0) } })
  }

  var lines: [TerminalText] {
    let all = (header.isEmpty ? [] : [header]) + rows
    guard let columns = all.map(\.count).max() else { return [] }
    let widths = (0..<columns).map { column in all.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
    }
    return all.map { row in
      let cells = row.enumerated().map { column, cell in
        column == row.count - 1 ? cell : cell + TerminalText(String(repeating: " ", count: widths[column] - cell.count))
      }
      return .joined(cells, separator: "  ")
    }
  }

  var text: TerminalText { TerminalText(lines: lines) }
}
