// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension LayoutEngine {
  func modifiedSize(
    _ node: ViewNode, _ modifier: ViewModifier, level: Int, _ proposal: Proposal
  ) throws(ViewFault) -> Measured {
    let inner = level - 1
    switch onGrid(modifier) {
    case .padding(let top, let leading, let bottom, let trailing):
      let child = try size(node, level: inner, padded(proposal, leading + trailing, top + bottom))
      return Measured(
        max(0, child.width + leading + trailing), max(0, child.height + top + bottom), first: child.first + top,
        last: child.last + top)
    case .frame(let frame):
      let offer = offer(frame, proposal)
      let child = try size(node, level: inner, offer)
      let width = length(
        fixed: frame.width, minimum: frame.minWidth, maximum: frame.maxWidth, ideal: frame.idealWidth,
        proposal.width, child.width)
      let height = length(
        fixed: frame.height, minimum: frame.minHeight, maximum: frame.maxHeight, ideal: frame.idealHeight,
        proposal.height, child.height)
      let top = aligned(child, in: Box(0, 0, width, height), frame.align ?? .center).y
      return Measured(width, height, first: top + child.first, last: top + child.last)
    case .fixed(let axes): return try size(node, level: inner, fixed(axes, proposal))
    case .aspect(let ratio, let fit):
      return try size(node, level: inner, aspect(node, inner, ratio, fit, proposal))
    case .position:
      let child = try size(node, level: inner, proposal)
      return Measured(proposal.width ?? child.width, proposal.height ?? child.height)
    default: return try size(node, level: inner, proposal)
    }
  }

  func placeModified(
    _ node: ViewNode, _ modifier: ViewModifier, level: Int, at origin: LayoutPoint, _ proposal: Proposal,
    into items: inout [DrawItem]
  ) throws(ViewFault) {
    let inner = level - 1
    let size = try size(node, level: level, proposal)
    let box = Box(origin.x, origin.y, size.width, size.height)
    switch onGrid(modifier) {
    case .padding(let top, let leading, let bottom, let trailing):
      let offer = padded(proposal, leading + trailing, top + bottom)
      try place(node, level: inner, at: LayoutPoint(origin.x + leading, origin.y + top), offer, into: &items)
    case .frame(let frame):
      let offer = offer(frame, proposal)
      let child = try self.size(node, level: inner, offer)
      try place(node, level: inner, at: aligned(child, in: box, frame.align ?? .center), offer, into: &items)
    case .fixed(let axes): try place(node, level: inner, at: origin, fixed(axes, proposal), into: &items)
    case .aspect(let ratio, let fit):
      let offer = try aspect(node, inner, ratio, fit, proposal)
      try place(node, level: inner, at: origin, offer, into: &items)
    case .priority: try place(node, level: inner, at: origin, proposal, into: &items)
    case .background(let behind, let align):
      try placeBeside(behind, align, in: box, isBehind: true, into: &items)
      try place(node, level: inner, at: origin, proposal, into: &items)
    case .overlay(let front, let align):
      try place(node, level: inner, at: origin, proposal, into: &items)
      try placeBeside(front, align, in: box, isBehind: false, into: &items)
    case .offset(let by):
      try place(node, level: inner, at: LayoutPoint(origin.x + by.x, origin.y + by.y), proposal, into: &items)
    case .position(let at):
      let child = try self.size(node, level: inner, proposal)
      let spot = LayoutPoint(origin.x + at.x - child.width / 2, origin.y + at.y - child.height / 2)
      try place(node, level: inner, at: spot, proposal, into: &items)
    case .clip(let form): try group(.clip(outline(form, in: box)), node, inner, origin, proposal, &items)
    case .mask(let form): try group(.mask(outline(form, in: box)), node, inner, origin, proposal, &items)
    case .opacity(let value): try group(.opacity(value), node, inner, origin, proposal, &items)
    case .rotate(let angle):
      try group(.rotate(angle, around: LayoutPoint(box.midX, box.midY)), node, inner, origin, proposal, &items)
    case .scale(let factor):
      try group(.scale(factor, around: LayoutPoint(box.midX, box.midY)), node, inner, origin, proposal, &items)
    case .shadow(let paint, let radius, let offset):
      let paint = paint ?? .rgba(RGBA(0, 0, 0, 84))
      try group(.shadow(paint, radius: radius, offset: offset), node, inner, origin, proposal, &items)
    case .blur(let radius): try group(.blur(radius), node, inner, origin, proposal, &items)
    }
  }

  private func group(
    _ effect: DrawItem.Effect, _ node: ViewNode, _ level: Int, _ origin: LayoutPoint, _ proposal: Proposal,
    _ items: inout [DrawItem]
  ) throws(ViewFault) {
    var inside: [DrawItem] = []
    try place(node, level: level, at: origin, proposal, into: &inside)
    if !inside.isEmpty { items.append(.group(effect, inside)) }
  }

  private func placeBeside(
    _ node: ViewNode, _ align: Alignment?, in box: Box, isBehind: Bool, into items: inout [DrawItem]
  ) throws(ViewFault) {
    let offer = Proposal(box.width, box.height)
    var inside: [DrawItem] = []
    try place(node, at: aligned(size(node, offer), in: box, align ?? .center), offer, into: &inside)
    items += isBehind ? inside.map(\.asBackdrop) : inside
  }

  private func padded(_ proposal: Proposal, _ horizontal: Int, _ vertical: Int) -> Proposal {
    func less(_ length: Int?, _ by: Int) -> Int? {
      length.map { $0 >= Proposal.infinity ? Proposal.infinity : max(0, $0 - by) }
    }
    return Proposal(less(proposal.width, horizontal), less(proposal.height, vertical))
  }

  private func fixed(_ axes: [Axis], _ proposal: Proposal) -> Proposal {
    var result = proposal
    for axis in axes { result[axis] = nil }
    return result
  }

  private func offer(_ frame: ViewModifier.Frame, _ proposal: Proposal) -> Proposal {
    func length(
      _ fixed: Int?, _ minimum: Int?, _ maximum: ViewModifier.Frame.Maximum?, _ ideal: Int?, _ proposed: Int?
    ) -> Int? {
      if let fixed { return fixed }
      guard let wish = proposed ?? ideal else { return nil }
      var result = wish
      if case .length(let maximum)? = maximum { result = min(result, maximum) }
      if let minimum { result = max(result, minimum) }
      return result
    }
    return Proposal(
      length(frame.width, frame.minWidth, frame.maxWidth, frame.idealWidth, proposal.width),
      length(frame.height, frame.minHeight, frame.maxHeight, frame.idealHeight, proposal.height))
  }

  /// The length of a frame, between its minimum and maximum, each of which defaults to the child's own length.
  private func length(
    fixed: Int?, minimum: Int?, maximum: ViewModifier.Frame.Maximum?, ideal: Int?, _ proposed: Int?, _ child: Int
  ) -> Int {
    if let fixed { return fixed }
    guard let wish = proposed ?? ideal else { return max(child, minimum ?? 0) }
    let low = minimum ?? (maximum == nil ? child : min(child, wish))
    let high: Int =
      switch maximum {
      case .length(let length)?: length
      case .fill?: Proposal.infinity
      case nil: max(child, minimum ?? child)
      }
    return max(low, min(wish, max(low, high)))
  }

  private func aspect(
    _ node: ViewNode, _ level: Int, _ ratio: Int?, _ fit: ViewNode.ImageContent.Fit, _ proposal: Proposal
  ) throws(ViewFault) -> Proposal {
    var ratio = ratio ?? 0
    if ratio == 0 {
      let ideal = try size(node, level: level, Proposal(nil, nil))
      ratio = ideal.height > 0 ? ideal.width * 1_000 / ideal.height : 1_000
    }
    ratio = max(1, min(ratio, 1_000_000))
    switch (proposal.width, proposal.height) {
    case (let width?, let height?):
      let isBounded = width < Proposal.infinity || height < Proposal.infinity
      guard isBounded else { return proposal }
      let byWidth = Proposal(width, width * 1_000 / ratio)
      let byHeight = Proposal(height * ratio / 1_000, height)
      let widthFirst = width * 1_000 / ratio <= height
      return (fit == .fit) == widthFirst ? byWidth : byHeight
    case (let width?, nil): return Proposal(width, width >= Proposal.infinity ? nil : width * 1_000 / ratio)
    case (nil, let height?): return Proposal(height >= Proposal.infinity ? nil : height * ratio / 1_000, height)
    case (nil, nil): return proposal
    }
  }
}
