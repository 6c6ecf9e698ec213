// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension LayoutEngine {
  private struct Part {
    enum Kind { case header, row, footer }
    var kind: Kind
    var node: ViewNode
    var isFirst: Bool
    var isLast: Bool
  }

  private func isCard(_ style: ViewNode.ListStyle) -> Bool { style != .plain && style != .inset && !isCells }

  private func parts(_ sections: [ViewNode.ListSection]) -> [Part] {
    sections.flatMap { section in
      let last = section.rows.count - 1
      return (section.header.map { [Part(kind: .header, node: $0, isFirst: false, isLast: false)] } ?? [])
        + section.rows.enumerated().map { Part(kind: .row, node: $1, isFirst: $0 == 0, isLast: $0 == last) }
        + (section.footer.map { [Part(kind: .footer, node: $0, isFirst: false, isLast: false)] } ?? [])
    }
  }

  private func margin(_ style: ViewNode.ListStyle) -> (outer: Int, inner: Int) {
    if isCells { return (0, 0) }
    return isCard(style) ? (16_000, 16_000) : (0, 16_000)
  }

  private func height(_ part: Part, _ style: ViewNode.ListStyle, _ width: Int) throws(ViewFault) -> Int {
    let margin = margin(style)
    let content = try size(part.node, Proposal(max(0, width - 2 * margin.outer - 2 * margin.inner), nil)).height
    if isCells { return max(16_000, content) }
    switch part.kind {
    case .header: return content + 22_000
    case .footer: return content + 12_000
    case .row: return max(44_000, content + 22_000)
    }
  }

  private func contentHeight(
    _ style: ViewNode.ListStyle, _ sections: [ViewNode.ListSection], _ width: Int
  ) throws(ViewFault) -> Int {
    var sum = isCard(style) ? 16_000 : 0
    for part in parts(sections) { sum += try height(part, style, width) }
    return sum
  }

  func listSize(
    _ style: ViewNode.ListStyle, _ sections: [ViewNode.ListSection], _ proposal: Proposal
  ) throws(ViewFault) -> Measured {
    let width = proposal.width ?? 320_000
    if proposal.height == Proposal.infinity { return Measured(width, Proposal.infinity) }
    if let height = proposal.height, environment.overflow == .count { return Measured(width, height) }
    if proposal.height == 0 { return Measured(width, 0) }
    let content = try contentHeight(style, sections, width)
    return Measured(width, max(content, proposal.height ?? 0))
  }

  func placeList(
    _ style: ViewNode.ListStyle, _ sections: [ViewNode.ListSection], _ proposal: Proposal, in box: Box,
    into items: inout [DrawItem]
  ) throws(ViewFault) {
    let margin = margin(style)
    if isCard(style) { items.append(.fill(.rect(box, radius: 0), .named(.groupedBackground), .backdrop)) }
    let parts = parts(sections)
    var y = box.y + (isCard(style) ? 16_000 : 0)
    let more = isCells ? 16_000 : 20_000
    for (number, part) in parts.enumerated() {
      let height = try height(part, style, box.width)
      let left = parts[number...].count { $0.kind == .row }
      let needsLine = number < parts.count - 1
      if environment.overflow == .count, y + height + (needsLine ? more : 0) > box.maxY, left > 0 {
        let line = Box(box.x + margin.outer, y, box.width - 2 * margin.outer, min(more, max(0, box.maxY - y)))
        return placeLabel(label("\(left) more"), in: line, .center, into: &items)
      }
      try place(part, style, Box(box.x + margin.outer, y, box.width - 2 * margin.outer, height), into: &items)
      y += height
    }
  }

  private func place(
    _ part: Part, _ style: ViewNode.ListStyle, _ box: Box, into items: inout [DrawItem]
  ) throws(ViewFault) {
    let inset = margin(style).inner
    if part.kind == .row, isCard(style) { items.append(card(part, box)) }
    let inner = Box(box.x + inset, box.y, max(0, box.width - 2 * inset), box.height)
    let offer = Proposal(inner.width, nil)
    let size = try size(part.node, offer)
    try place(part.node, at: aligned(size, in: inner, .leading), offer, into: &items)
    if part.kind == .row, !part.isLast, !isCells {
      let line = Box(inner.x, box.maxY - 500, box.maxX - inner.x, 500)
      items.append(.fill(.rect(line, radius: 0), .named(.separator), .backdrop))
    }
  }

  /// A row's part of its section's card, rounded at the start and end of the section.
  private func card(_ part: Part, _ box: Box) -> DrawItem {
    let radius = 10_000
    guard !(part.isFirst && part.isLast) else {
      return .fill(.rect(box, radius: radius), .named(.background), .backdrop)
    }
    guard part.isFirst || part.isLast else { return .fill(.rect(box, radius: 0), .named(.background), .backdrop) }
    let y = part.isFirst ? box.y : box.y - radius
    let round = Box(box.x, y, box.width, box.height + radius)
    let whole = DrawItem.fill(.rect(round, radius: radius), .named(.background), .backdrop)
    return .group(.clip(.rect(box, radius: 0)), [whole])
  }

  // MARK: - Scrolling

  func scrollSize(
    _ axis: ViewNode.ScrollAxis, _ child: ViewNode, _ proposal: Proposal
  ) throws(ViewFault) -> Measured {
    let size = try size(child, scrollOffer(axis, proposal))
    var result = Measured(
      axis == .vertical ? max(size.width, 0) : proposal.width ?? size.width,
      axis == .horizontal ? size.height : proposal.height ?? size.height)
    let isBounded = (proposal.height ?? 0) > 0 && proposal.height != Proposal.infinity
    if environment.overflow == .grow, axis != .horizontal, isBounded {
      result.height = max(result.height, size.height)
    }
    return result
  }

  func scrollOffer(_ axis: ViewNode.ScrollAxis, _ proposal: Proposal) -> Proposal {
    Proposal(axis == .vertical ? proposal.width : nil, axis == .horizontal ? proposal.height : nil)
  }

  func placeScroll(
    _ axis: ViewNode.ScrollAxis, _ child: ViewNode, in box: Box, into items: inout [DrawItem]
  ) throws(ViewFault) {
    var inside: [DrawItem] = []
    let offer = scrollOffer(axis, Proposal(box.width, box.height))
    try place(child, at: LayoutPoint(box.x, box.y), offer, into: &inside)
    items.append(.group(.clip(.rect(box, radius: 0)), inside))
  }
}
