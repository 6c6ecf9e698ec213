// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension LayoutEngine {
  /// In a terminal every distance is a whole number of cells, so that rows never share a line; halves go down, or the
  /// default spacing would double every list. Elsewhere lengths stay as they are.
  func onGrid(_ length: Int, _ axis: Axis, roundsDown: Bool = false) -> Int {
    guard isCells, length < Proposal.infinity else { return length }
    let cell = axis == .horizontal ? 8_000 : 16_000
    let extra = roundsDown ? 0 : axis == .horizontal ? cell / 2 : cell / 2 - 1
    return length < 0 ? -((-length + extra) / cell * cell) : (length + extra) / cell * cell
  }

  /// The same modifier on the grid of cells.
  func onGrid(_ modifier: ViewModifier) -> ViewModifier {
    guard isCells else { return modifier }
    switch modifier {
    case .padding(let top, let leading, let bottom, let trailing):
      return .padding(
        top: onGrid(top, .vertical), leading: onGrid(leading, .horizontal), bottom: onGrid(bottom, .vertical),
        trailing: onGrid(trailing, .horizontal))
    case .frame(var frame):
      frame.width = frame.width.map { extent($0, .horizontal) }
      frame.minWidth = frame.minWidth.map { extent($0, .horizontal) }
      frame.height = frame.height.map { extent($0, .vertical) }
      frame.minHeight = frame.minHeight.map { extent($0, .vertical) }
      return .frame(frame)
    default: return modifier
    }
  }

  /// What has a size keeps at least one cell of it.
  private func extent(_ length: Int, _ axis: Axis) -> Int {
    guard length > 0 else { return 0 }
    return max(axis == .horizontal ? 8_000 : 16_000, onGrid(length, axis))
  }
}
