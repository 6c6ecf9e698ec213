// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The host's emblem, a gate in a wall, on a grid of 32.
enum HostBadge {
  private static let gate = "M7 25V10H10V7H13V10H19V7H22V10H25V25H20V18A4 4 0 0 0 12 18V25Z"

  static func svg(side: Int) -> String {
    """
    <svg class="badge" width="\(side)" height="\(side)" viewBox="0 0 32 32" aria-hidden="true">\
    <rect width="32" height="32" rx="9" fill="#31456f"/>\
    <path d="\(gate)" fill="#f3d9a4"/></svg>
    """
  }

  static func node(side: Int) -> ViewNode {
    let commands = SymbolPath(gate).steps.map { step -> PathCommand in
      func spot(_ x: Double, _ y: Double) -> LayoutPoint {
        LayoutPoint(Int(x * Double(side) / 32), Int(y * Double(side) / 32))
      }
      switch step {
      case .move(let x, let y): return .move(spot(x, y))
      case .line(let x, let y): return .line(spot(x, y))
      case .cubic(let a, let b, let c, let d, let e, let f): return .cubic(spot(a, b), spot(c, d), spot(e, f))
      case .close: return .close
      }
    }
    let wall = ViewNode(.shape(.init(form: .rounded(radius: side * 9 / 32), fill: .rgba(RGBA(49, 69, 111)))))
    let arch = ViewNode(.shape(.init(form: .path(commands), fill: .rgba(RGBA(243, 217, 164)))))
    return ViewNode(
      .zstack(align: .center, children: [wall, arch]), modifiers: [.frame(.init(width: side, height: side))])
  }
}
