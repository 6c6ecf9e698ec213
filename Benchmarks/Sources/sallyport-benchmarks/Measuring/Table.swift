// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A text table with aligned columns: the first to the left, the others to the right.
struct Table {
  let heading: [String]
  private(set) var rows: [[String]] = []

  init(_ heading: [String]) { self.heading = heading }

  mutating func add(_ row: [String]) { rows.append(row) }

  /// A row for each variant: its times in µs, and its median as a multiple of each base's median.
  static func ofRatios(_ results: [String: Distribution], order: [String], bases: [String]) -> Table {
    var table = Table(["variant", "n", "p10 µs", "p50 µs", "p90 µs"] + bases.map { "× \($0)" })
    for name in order {
      guard let result = results[name] else { continue }
      let times = [result.p10, result.p50, result.p90].map { ($0 / 1_000).text(places: 1) }
      let ratios = bases.map { base in (result.p50 / (results[base]?.p50 ?? .nan)).text }
      table.add([name, String(result.count)] + times + ratios)
    }
    return table
  }

  var text: String {
    let all = [heading] + rows
    let widths = heading.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      row.enumerated().map { column, cell in
        let blank = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + blank : blank + cell
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
