// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// SwiftUI's layout over a checked tree: a parent proposes, a child chooses, the parent places (VIEW-28).
///
/// One engine serves one drawing. It caches the size of a node for each proposal; a node with more than 64 different
/// proposals fails the drawing with `view.layout` (VIEW-25).
final class LayoutEngine {
  struct Key: Hashable {
    var index: Int
    var level: Int
    var proposal: Proposal
  }

  let environment: DrawEnvironment
  let taps: [Int: Int]
  private var memo: [Key: Measured] = [:]
  private var visits: [Int: Int] = [:]
  private var blocks: [Int: TextBlock] = [:]

  init(environment: DrawEnvironment, taps: [Int: Int]) {
    self.environment = environment
    self.taps = taps
  }

  var isCells: Bool { environment.measure == .cells }

  /// The size of `node` with all its modifiers.
  func size(_ node: ViewNode, _ proposal: Proposal) throws(ViewFault) -> Measured {
    try size(node, level: node.modifiers.count, proposal)
  }

  func place(
    _ node: ViewNode, at origin: LayoutPoint, _ proposal: Proposal, into items: inout [DrawItem]
  ) throws(ViewFault) {
    guard environment.isInvalidated, node.isInvalidatable else {
      return try place(node, level: node.modifiers.count, at: origin, proposal, into: &items)
    }
    var dimmed: [DrawItem] = []
    try place(node, level: node.modifiers.count, at: origin, proposal, into: &dimmed)
    items.append(.group(.opacity(400), dimmed))
  }

  /// The size of `node` with its first `level` modifiers; 0 is the bare content.
  func size(_ node: ViewNode, level: Int, _ proposal: Proposal) throws(ViewFault) -> Measured {
    let key = Key(index: node.index, level: level, proposal: proposal)
    if let known = memo[key] { return known }
    if level == node.modifiers.count {
      visits[node.index, default: 0] += 1
      guard visits[node.index, default: 0] <= environment.limits.layoutVisits else {
        throw ViewFault("view.layout", at: "", "needs more than \(environment.limits.layoutVisits) visits of one node")
      }
    }
    let measured =
      level == 0
      ? try contentSize(node, proposal)
      : try modifiedSize(node, node.modifiers[level - 1], level: level, proposal)
    memo[key] = measured
    return measured
  }

  func place(
    _ node: ViewNode, level: Int, at origin: LayoutPoint, _ proposal: Proposal, into items: inout [DrawItem]
  ) throws(ViewFault) {
    if level == 0 {
      try placeContent(node, at: origin, proposal, into: &items)
    } else {
      try placeModified(node, node.modifiers[level - 1], level: level, at: origin, proposal, into: &items)
    }
  }

  func block(_ node: ViewNode, _ content: TextContent) -> TextBlock {
    if let known = blocks[node.index] { return known }
    let block = TextBlock(content, in: environment)
    blocks[node.index] = block
    return block
  }

  /// A short text of the host or of a member, outside the tree's text nodes.
  func label(
    _ text: String, font: TextStyle.Font = .caption, weight: TextStyle.Weight? = nil, paint: Paint = .named(.secondary),
    align: Alignment = .leading
  ) -> TextBlock {
    TextBlock(
      TextContent(text, style: TextStyle(font: font, weight: weight, paint: paint), align: align, lines: 1),
      in: environment)
  }

  /// Places `label` inside `box` on one line, truncated to its width.
  func placeLabel(_ label: TextBlock, in box: Box, _ align: Alignment = .leading, into items: inout [DrawItem]) {
    let layout = label.layout(Proposal(box.width, nil))
    let origin = aligned(layout.measured, in: box, align)
    items += label.items(layout, at: origin, defaultPaint: .named(.primary))
  }

  /// The position of content of a size in a box.
  func aligned(_ size: Measured, in box: Box, _ align: Alignment) -> LayoutPoint {
    var dx = (box.width - size.width) * align.horizontalHalves / 2
    var dy = (box.height - size.height) * align.verticalHalves / 2
    if isCells {
      dx = dx / 8_000 * 8_000
      dy = dy / 16_000 * 16_000
    }
    return LayoutPoint(box.x + dx, box.y + dy)
  }
}
