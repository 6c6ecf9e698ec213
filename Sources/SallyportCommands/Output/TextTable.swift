// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Columns of text, padded to their widest cell; the last one is left ragged.
struct TextTable {
  var header: [String]
  var rows: [[String]]

  var text: String {
    let all = (header.isEmpty ? [] : [header]) + rows
    guard let columns = all.map(\.count).max() else { return "" }
    let widths = (0..<columns).map { column in all.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
    }
    return all.map { row in
      row.enumerated().map { column, cell in
        column == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
