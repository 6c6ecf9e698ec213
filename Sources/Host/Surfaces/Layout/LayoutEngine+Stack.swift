// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension LayoutEngine {
  struct StackLayout {
    var measured: Measured
    /// The children that are drawn; the other arrays are parallel to it.
    var children: [ViewNode]
    var proposals: [Proposal]
    var sizes: [Measured]
    var gaps: [Int]
    /// The distance of the common baseline from the top, in a horizontal stack.
    var baseline: Int
  }

  /// Offers space to groups of higher priority first, and within a group to the least flexible child first (VIEW-28).
  func stack(
    _ axis: Axis, _ align: Alignment, _ spacing: Int?, _ all: [ViewNode], _ proposal: Proposal
  ) throws(ViewFault) -> StackLayout {
    let children = all.filter { $0.content != .empty || !$0.modifiers.isEmpty }
    let gaps = gaps(axis, children, spacing)
    var sizes = [Measured](repeating: Measured(0, 0), count: children.count)
    var proposals = [Proposal](repeating: proposal, count: children.count)
    if let length = proposal[axis] {
      try serve(axis, children, proposal, length - gaps.reduce(0, +), &proposals, &sizes)
    } else {
      for (place, child) in children.enumerated() { sizes[place] = try element(child, axis, proposal) }
    }
    let main = sizes.reduce(0) { $0 + $1[axis] } + gaps.reduce(0, +)
    var layout = StackLayout(
      measured: Measured(0, 0), children: children, proposals: proposals, sizes: sizes, gaps: gaps, baseline: 0)
    if axis == .vertical {
      let lastTop = main - (sizes.last?.height ?? 0)
      layout.measured = Measured(
        sizes.map(\.width).max() ?? 0, main, first: sizes.first?.first, last: sizes.last.map { lastTop + $0.last })
    } else {
      let isFirst = align == .firstBaseline
      if isFirst || align == .lastBaseline {
        layout.baseline = sizes.map { isFirst ? $0.first : $0.last }.max() ?? 0
      }
      let tops = sizes.map { layout.baseline == 0 ? 0 : layout.baseline - (isFirst ? $0.first : $0.last) }
      let height = zip(tops, sizes).map { $0 + $1.height }.max() ?? 0
      layout.measured = Measured(main, height, first: sizes.map(\.first).max(), last: sizes.map(\.last).max())
    }
    return layout
  }

  private func serve(
    _ axis: Axis, _ children: [ViewNode], _ proposal: Proposal, _ length: Int, _ proposals: inout [Proposal],
    _ sizes: inout [Measured]
  ) throws(ViewFault) {
    var least: [Int] = []
    var flexibility: [Int] = []
    for child in children {
      var probe = proposal
      probe[axis] = 0
      let low = try element(child, axis, probe)[axis]
      probe[axis] = Proposal.infinity
      least.append(low)
      flexibility.append(try element(child, axis, probe)[axis] - low)
    }
    let priorities = children.map(\.layoutPriority)
    var remaining = max(0, length)
    for priority in Set(priorities).sorted(by: >) {
      let group = children.indices.filter { priorities[$0] == priority }
        .sorted { (flexibility[$0], $0) < (flexibility[$1], $1) }
      let reserved = children.indices.filter { priorities[$0] < priority }.reduce(0) { $0 + least[$1] }
      var available = max(0, remaining - reserved)
      for (served, place) in group.enumerated() {
        var offer = proposal
        offer[axis] =
          length >= Proposal.infinity
          ? Proposal.infinity : onGrid(max(0, available) / (group.count - served), axis, roundsDown: true)
        proposals[place] = offer
        sizes[place] = try element(children[place], axis, offer)
        available -= sizes[place][axis]
        remaining -= sizes[place][axis]
      }
    }
  }

  /// The size of a child. A bare spacer or divider adapts to the stack's axis.
  private func element(_ child: ViewNode, _ axis: Axis, _ proposal: Proposal) throws(ViewFault) -> Measured {
    if child.modifiers.isEmpty {
      if case .spacer(let minimum) = child.content {
        let minimum = minimum ?? 8_000
        let length = max(minimum, proposal[axis] ?? minimum)
        return axis == .vertical ? Measured(0, length) : Measured(length, 0)
      }
      if case .divider = child.content, axis == .horizontal {
        return Measured(isCells ? 8_000 : 1_000, proposal.height ?? 10_000)
      }
    }
    return try size(child, proposal)
  }

  private func gaps(_ axis: Axis, _ children: [ViewNode], _ spacing: Int?) -> [Int] {
    zip(children, children.dropFirst()).map { before, after in
      onGrid(spacing ?? (before.isSpacer || after.isSpacer ? 0 : 8_000), axis)
    }
  }

  func placeStack(
    _ axis: Axis, _ align: Alignment, _ spacing: Int?, _ all: [ViewNode], _ proposal: Proposal, at origin: LayoutPoint,
    into items: inout [DrawItem]
  ) throws(ViewFault) {
    let layout = try stack(axis, align, spacing, all, proposal)
    var offset = 0
    for (place, child) in layout.children.enumerated() {
      let size = layout.sizes[place]
      var spot = origin
      if axis == .vertical {
        spot.x = aligned(size, in: Box(origin.x, 0, layout.measured.width, size.height), align).x
        spot.y += offset
      } else {
        spot.x += offset
        switch align {
        case .firstBaseline: spot.y += layout.baseline - size.first
        case .lastBaseline: spot.y += layout.baseline - size.last
        default: spot.y = aligned(size, in: Box(0, origin.y, size.width, layout.measured.height), align).y
        }
      }
      if case .divider = child.content, child.modifiers.isEmpty {
        placeDivider(in: Box(spot.x, spot.y, size.width, size.height), into: &items)
      } else if !child.isSpacer {
        try self.place(child, at: spot, layout.proposals[place], into: &items)
      }
      offset += size[axis] + (place < layout.gaps.count ? layout.gaps[place] : 0)
    }
  }
}

extension ViewNode {
  fileprivate var isSpacer: Bool {
    if case .spacer = content { return modifiers.isEmpty }
    return false
  }

  /// The priority of a node. A spacer is served last, so that no text wraps because of it.
  fileprivate var layoutPriority: Int {
    if isSpacer { return Int.min }
    for case .priority(let value) in modifiers.reversed() { return value }
    return 0
  }
}
