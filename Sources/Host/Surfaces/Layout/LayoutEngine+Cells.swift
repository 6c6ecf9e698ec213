// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension LayoutEngine {
  /// Rounds a length to whole cells in a terminal, so that rows never share a line. Halves round down, since the
  /// default spacing would otherwise double every list. Other outputs keep the length.
  func onGrid(_ length: Int, _ axis: Axis, roundsDown: Bool = false) -> Int {
    guard isCells, length < Proposal.infinity else { return length }
    let cell = axis == .horizontal ? 8_000 : 16_000
    let extra = roundsDown ? 0 : axis == .horizontal ? cell / 2 : cell / 2 - 1
    return length < 0 ? -((-length + extra) / cell * cell) : (length + extra) / cell * cell
  }

  /// The modifier with its lengths on the grid of cells.
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

  /// Rounds a length, but keeps at least one cell of a positive one.
  private func extent(_ length: Int, _ axis: Axis) -> Int {
    guard length > 0 else { return 0 }
    return max(axis == .horizontal ? 8_000 : 16_000, onGrid(length, axis))
  }
}
