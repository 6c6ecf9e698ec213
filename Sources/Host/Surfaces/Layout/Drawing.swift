// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A laid-out tree: the draw list of one surface in its frame (VIEW-30).
package struct Drawing: Hashable, Sendable {
  /// The visible area without scrolling, in thousandths of a point.
  package let frame: Extent
  /// At least as high as the frame; higher if rows scroll inside it.
  package let content: Extent
  package let items: [DrawItem]
  package let background: Paint

  /// - Throws: `view.layout` if layout takes too much work (VIEW-25).
  package init(
    _ tree: ViewTree, frame: Extent, in environment: DrawEnvironment, background: Paint = .named(.background)
  ) throws(ViewFault) {
    let engine = LayoutEngine(environment: environment, taps: TapTargets(tree).numbers)
    var margins = [0, 0, 0, 0]
    var behind: [DrawItem] = []
    var root = tree.root
    if case .widget(let widget) = root.content {
      margins = widget.margins ?? [16_000, 16_000, 16_000, 16_000]
      if let node = widget.background {
        let offer = Proposal(frame.width, frame.height)
        let box = Box(0, 0, frame.width, frame.height)
        try engine.place(node, at: engine.aligned(engine.size(node, offer), in: box, .center), offer, into: &behind)
      }
      root = widget.child
    }
    let inner = Box(
      margins[1], margins[0], max(0, frame.width - margins[1] - margins[3]),
      max(0, frame.height - margins[0] - margins[2]))
    let offer = Proposal(inner.width, inner.height)
    let size = try engine.size(root, offer)
    var origin = engine.aligned(size, in: inner, .center)
    var height = frame.height
    if environment.overflow == .grow, tree.root.scrolls, size.height > inner.height {
      origin.y = inner.y
      height = min(size.height + margins[0] + margins[2], 20_000_000)
    }
    var items = behind.map(\.asBackdrop)
    try engine.place(root, at: origin, offer, into: &items)
    self.frame = frame
    content = Extent(frame.width, height)
    self.items = Self.read(items, environment.direction, in: frame.width)
    self.background = background
  }

  /// Lays out a tree at its ideal height for a width; for the host's own cards.
  init(
    fitting tree: ViewTree, width: Int, in environment: DrawEnvironment, background: Paint = .named(.background)
  ) throws(ViewFault) {
    let engine = LayoutEngine(environment: environment, taps: [:])
    let offer = Proposal(width, nil)
    let size = try engine.size(tree.root, offer)
    var items: [DrawItem] = []
    try engine.place(tree.root, at: .zero, offer, into: &items)
    frame = Extent(width, size.height)
    content = frame
    self.items = Self.read(items, environment.direction, in: width)
    self.background = background
  }

  /// Converts leading and trailing, the only sides that layout uses, to left and right.
  private static func read(_ items: [DrawItem], _ direction: ReadingDirection, in width: Int) -> [DrawItem] {
    direction == .leftToRight ? items : items.map { $0.mirrored(in: width) }
  }
}

extension ViewNode {
  /// Whether rows may extend beyond the frame: only lists and vertical scroll views make a surface scroll.
  fileprivate var scrolls: Bool {
    switch content {
    case .list: return true
    case .scroll(let axis, _): return axis != .horizontal
    default: return children.contains { $0.scrolls }
    }
  }
}
