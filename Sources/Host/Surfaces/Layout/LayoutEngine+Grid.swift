// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension LayoutEngine {
  struct GridLayout {
    struct Cell {
      var node: ViewNode
      var column: Int
      var span: Int
      var row: Int
    }
    var cells: [Cell]
    var columns: [Int]
    var rows: [Int]
    var spacing: Int
    var rowSpacing: Int

    var measured: Measured {
      Measured(GridLayout.sum(columns, spacing), GridLayout.sum(rows, rowSpacing))
    }

    static func sum(_ lengths: [Int], _ spacing: Int) -> Int {
      lengths.reduce(0, +) + spacing * max(0, lengths.count - 1)
    }

    func width(of cell: Cell) -> Int {
      GridLayout.sum(Array(columns[cell.column..<min(columns.count, cell.column + cell.span)]), spacing)
    }
  }

  func gridLayout(_ grid: GridContent, _ proposal: Proposal) throws(ViewFault) -> GridLayout {
    var layout = GridLayout(
      cells: [], columns: [], rows: [], spacing: grid.spacing ?? 8_000, rowSpacing: grid.rowSpacing ?? 8_000)
    switch grid.form {
    case .rows(let rows):
      for (number, row) in rows.enumerated() {
        var column = 0
        for (place, child) in row.children.enumerated() {
          let span = row.spans.isEmpty ? 1 : row.spans[place]
          layout.cells.append(.init(node: child, column: column, span: span, row: number))
          column += span
        }
      }
      layout.columns = try naturalColumns(layout, proposal)
    case .tracks(let tracks, let axis, let children):
      if axis == .horizontal { return try sideways(tracks, children, layout, proposal) }
      layout.columns = widths(tracks, proposal.width, layout.spacing)
      for (place, child) in children.enumerated() {
        let count = max(1, layout.columns.count)
        layout.cells.append(.init(node: child, column: place % count, span: 1, row: place / count))
      }
    }
    layout.rows = [Int](repeating: 0, count: (layout.cells.last?.row ?? -1) + 1)
    for cell in layout.cells {
      let size = try size(cell.node, Proposal(layout.width(of: cell), nil))
      layout.rows[cell.row] = max(layout.rows[cell.row], size.height)
    }
    return layout
  }

  /// Columns as wide as their widest cell; the widest shrink first if there is too little space.
  private func naturalColumns(_ layout: GridLayout, _ proposal: Proposal) throws(ViewFault) -> [Int] {
    let count = layout.cells.map { $0.column + $0.span }.max() ?? 0
    var ideal = [Int](repeating: 0, count: count)
    var grows = [Bool](repeating: false, count: count)
    for cell in layout.cells where cell.span == 1 {
      ideal[cell.column] = max(ideal[cell.column], try size(cell.node, Proposal(nil, nil)).width)
      let most = try size(cell.node, Proposal(Proposal.infinity, nil)).width
      if most >= Proposal.infinity / 2 { grows[cell.column] = true }
    }
    guard let width = proposal.width, width < Proposal.infinity else { return ideal }
    var remaining = max(0, width - layout.spacing * max(0, count - 1))
    let order = ideal.indices.sorted { (grows[$0] ? 1 : 0, ideal[$0], $0) < (grows[$1] ? 1 : 0, ideal[$1], $1) }
    var result = ideal
    for (served, column) in order.enumerated() {
      let share = remaining / (count - served)
      result[column] = grows[column] ? share : min(ideal[column], share)
      remaining -= result[column]
    }
    return result
  }

  private func widths(_ tracks: [GridContent.Track], _ proposed: Int?, _ spacing: Int) -> [Int] {
    let available = min(proposed ?? 320_000, 20_000_000)
    var fixed = 0
    var open = 0
    for track in tracks {
      if case .fixed(let width) = track { fixed += width } else { open += 1 }
    }
    let rest = max(0, available - fixed - spacing * (tracks.count - 1))
    let share = open > 0 ? rest / open : 0
    var result: [Int] = []
    for track in tracks {
      switch track {
      case .fixed(let width): result.append(width)
      case .flexible(let minimum, let maximum):
        result.append(max(minimum ?? 10_000, min(share, maximum ?? share)))
      case .adaptive(let minimum, let maximum):
        let count = max(1, min(512, (share + max(0, spacing)) / (minimum + max(0, spacing))))
        let width = max(minimum, min((share - spacing * (count - 1)) / count, maximum ?? share))
        result += [Int](repeating: width, count: count)
      }
    }
    return result
  }

  /// Lays out a `LazyHGrid`: tracks are rows, and children fill each column before the next.
  private func sideways(
    _ tracks: [GridContent.Track], _ children: [ViewNode], _ base: GridLayout, _ proposal: Proposal
  ) throws(ViewFault) -> GridLayout {
    var layout = base
    swap(&layout.spacing, &layout.rowSpacing)
    layout.rows = widths(tracks, proposal.height, layout.rowSpacing)
    let count = max(1, layout.rows.count)
    layout.columns = [Int](repeating: 0, count: (children.count + count - 1) / count)
    for (place, child) in children.enumerated() {
      let cell = GridLayout.Cell(node: child, column: place / count, span: 1, row: place % count)
      layout.cells.append(cell)
      let size = try size(child, Proposal(nil, layout.rows[cell.row]))
      layout.columns[cell.column] = max(layout.columns[cell.column], size.width)
    }
    return layout
  }

  func placeGrid(
    _ grid: GridContent, _ proposal: Proposal, in box: Box, into items: inout [DrawItem]
  ) throws(ViewFault) {
    let layout = try gridLayout(grid, proposal)
    for cell in layout.cells {
      let x = box.x + layout.columns[..<cell.column].reduce(0) { $0 + $1 + layout.spacing }
      let y = box.y + layout.rows[..<cell.row].reduce(0) { $0 + $1 + layout.rowSpacing }
      let place = Box(x, y, layout.width(of: cell), layout.rows[cell.row])
      var offer = Proposal(place.width, nil)
      if case .tracks(_, .horizontal?, _) = grid.form { offer = Proposal(nil, place.height) }
      let size = try size(cell.node, offer)
      try self.place(cell.node, at: aligned(size, in: place, grid.align ?? .center), offer, into: &items)
    }
  }
}
