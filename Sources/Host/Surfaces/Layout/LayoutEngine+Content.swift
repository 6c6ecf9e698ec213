// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension LayoutEngine {
  func contentSize(_ node: ViewNode, _ proposal: Proposal) throws(ViewFault) -> Measured {
    switch node.content {
    case .widget(let widget):
      return try size(widget.child, proposal)
    case .text(let text): return block(node, text).layout(proposal).measured
    case .image(let image): return imageSize(image, proposal)
    case .symbol(_, let style): return symbolSize(style)
    case .token(let token, let part, let style): return tokenSize(node, token, part, style, proposal)
    case .vstack(let align, let spacing, let children):
      return try stack(.vertical, align, spacing, children, proposal).measured
    case .hstack(let align, let spacing, let children):
      return try stack(.horizontal, align, spacing, children, proposal).measured
    case .zstack(_, let children):
      var result = Measured(0, 0)
      for (place, child) in children.enumerated() {
        let size = try size(child, proposal)
        result = Measured(
          max(result.width, size.width), max(result.height, size.height), first: place == 0 ? size.first : result.first,
          last: size.last)
      }
      return result
    case .fits(let axes, let children):
      guard let child = try fitting(children, axes, proposal) else { return Measured(0, 0) }
      return try size(child, proposal)
    case .grid(let grid): return try gridLayout(grid, proposal).measured
    case .list(let style, let sections): return try listSize(style, sections, proposal)
    case .scroll(let axis, let child): return try scrollSize(axis, child, proposal)
    case .spacer(let minimum):
      let minimum = minimum ?? 8_000
      return Measured(max(minimum, proposal.width ?? minimum), max(minimum, proposal.height ?? minimum))
    case .divider: return Measured(proposal.width ?? 10_000, isCells ? 16_000 : 1_000)
    case .empty: return Measured(0, 0)
    case .shape(let shape): return shapeSize(shape.form, proposal)
    case .progress(let meter): return meterSize(meter, isGauge: false, proposal)
    case .gauge(let meter): return meterSize(meter, isGauge: true, proposal)
    case .chart(let chart): return chartSize(chart, proposal)
    case .redacted(let lines, let width):
      guard let lines, let width else { return Measured(proposal.width ?? 40_000, proposal.height ?? 40_000) }
      let full = min(proposal.width ?? 160_000, 240_000)
      return Measured(full * width / 100, lines * (isCells ? 16_000 : 20_400))
    case .unsupported: return Measured(proposal.width ?? 160_000, proposal.height ?? 48_000)
    case .link(_, let child): return try size(child, proposal)
    case .control(let control): return try controlSize(control, proposal)
    case .report(_, let frame): return Measured(frame.width, frame.height)
    case .picker(let picker): return Measured(picker.frame.width, picker.frame.height)
    }
  }

  func placeContent(
    _ node: ViewNode, at origin: LayoutPoint, _ proposal: Proposal, into items: inout [DrawItem]
  ) throws(ViewFault) {
    let size = try size(node, level: 0, proposal)
    let box = Box(origin.x, origin.y, size.width, size.height)
    switch node.content {
    case .widget(let widget): try place(widget.child, at: origin, proposal, into: &items)
    case .text(let text):
      let block = block(node, text)
      items += block.items(block.layout(proposal), at: origin, defaultPaint: .named(.primary))
    case .image(let image): placeImage(image, in: box, into: &items)
    case .symbol(let name, let style):
      items.append(.image(.symbol(name, style.paint ?? .named(.primary)), box))
    case .token(let token, let part, let style): placeToken(node, token, part, style, in: box, into: &items)
    case .vstack(let align, let spacing, let children):
      try placeStack(.vertical, align, spacing, children, proposal, at: origin, into: &items)
    case .hstack(let align, let spacing, let children):
      try placeStack(.horizontal, align, spacing, children, proposal, at: origin, into: &items)
    case .zstack(let align, let children):
      for child in children {
        try place(child, at: aligned(self.size(child, proposal), in: box, align), proposal, into: &items)
      }
    case .fits(let axes, let children):
      if let child = try fitting(children, axes, proposal) { try place(child, at: origin, proposal, into: &items) }
    case .grid(let grid): try placeGrid(grid, proposal, in: box, into: &items)
    case .list(let style, let sections): try placeList(style, sections, proposal, in: box, into: &items)
    case .scroll(let axis, let child): try placeScroll(axis, child, in: box, into: &items)
    case .spacer, .empty: break
    case .divider: placeDivider(in: box, into: &items)
    case .shape(let shape): placeShape(shape, in: box, into: &items)
    case .progress(let meter): placeMeter(meter, isGauge: false, in: box, into: &items)
    case .gauge(let meter): placeMeter(meter, isGauge: true, in: box, into: &items)
    case .chart(let chart): placeChart(chart, in: box, into: &items)
    case .redacted(let lines, _): placeRedacted(lines, in: box, into: &items)
    case .unsupported(let type): placeNotice("\(type) can’t be drawn here", in: box, into: &items)
    case .link(_, let child):
      try placeTap(node, in: box, into: &items) { (items) throws(ViewFault) in
        try self.place(child, at: origin, proposal, into: &items)
      }
    case .control(let control):
      try placeTap(node, in: box, into: &items) { (items) throws(ViewFault) in
        try self.placeControl(control, proposal, in: box, into: &items)
      }
    case .report(let surface, _): try placeReport(surface, in: box, into: &items)
    case .picker(let picker): placeNotice(picker.title ?? "Choose apps, sites and categories", in: box, into: &items)
    }
  }

  /// A report is laid out on its own, in the frame that its window gives it.
  private func placeReport(_ surface: String, in box: Box, into items: inout [DrawItem]) throws(ViewFault) {
    guard let tree = environment.reports[surface] else { return placeNotice("Report", in: box, into: &items) }
    var own = environment.measuring(environment.measure, .count)
    own.reports = [:]
    let drawing = try Drawing(tree, frame: Extent(box.width, box.height), in: own)
    // This drawing is mirrored as a whole later.
    let drawn =
      own.direction == .leftToRight ? drawing.items : drawing.items.map { $0.mirrored(in: drawing.frame.width) }
    let way = LayoutPoint(box.x, box.y)
    items.append(.group(.clip(.rect(box, radius: 0)), drawn.map { $0.moved(by: way) }))
  }

  private func fitting(
    _ children: [ViewNode], _ axes: [Axis], _ proposal: Proposal
  ) throws(ViewFault) -> ViewNode? {
    for child in children {
      var ideal = proposal
      for axis in axes { ideal[axis] = nil }
      let size = try size(child, ideal)
      if axes.allSatisfy({ size[$0] <= proposal[$0] ?? Proposal.infinity }) { return child }
    }
    return children.last
  }

  private func placeTap(
    _ node: ViewNode, in box: Box, into items: inout [DrawItem],
    _ draw: (inout [DrawItem]) throws(ViewFault) -> Void
  ) throws(ViewFault) {
    guard let number = taps[node.index] else { return try draw(&items) }
    var inner: [DrawItem] = []
    try draw(&inner)
    items.append(.group(.tap(number, box), inner))
  }

  private func controlSize(_ control: ViewNode.ControlContent, _ proposal: Proposal) throws(ViewFault) -> Measured {
    guard control.form == .toggle else { return try size(control.child, proposal) }
    let width = proposal.width.map { max(0, $0 - Self.toggle.width - 8_000) }
    let child = try size(control.child, Proposal(width, proposal.height))
    let ideal = child.width + 8_000 + Self.toggle.width
    return Measured(max(ideal, min(proposal.width ?? 0, Proposal.infinity)), max(child.height, toggleHeight))
  }

  private static let toggle = Extent(51_000, 31_000)
  private var toggleHeight: Int { isCells ? 16_000 : Self.toggle.height }

  private func placeControl(
    _ control: ViewNode.ControlContent, _ proposal: Proposal, in box: Box, into items: inout [DrawItem]
  ) throws(ViewFault) {
    guard control.form == .toggle else {
      return try place(control.child, at: LayoutPoint(box.x, box.y), proposal, into: &items)
    }
    let width = max(0, box.width - Self.toggle.width - 8_000)
    let inner = Proposal(width, proposal.height)
    let left = Box(box.x, box.y, width, box.height)
    try place(control.child, at: aligned(size(control.child, inner), in: left, .leading), inner, into: &items)
    let isOn = control.isOn ?? false
    if isCells {
      let place = Box(box.maxX - 24_000, box.y, 24_000, 16_000)
      return placeLabel(label(isOn ? "[x]" : "[ ]", paint: .named(.primary)), in: place, into: &items)
    }
    let track = Box(
      box.maxX - Self.toggle.width, box.midY - Self.toggle.height / 2, Self.toggle.width, Self.toggle.height)
    let knob = Box(isOn ? track.maxX - 29_000 : track.x + 2_000, track.y + 2_000, 27_000, 27_000)
    items.append(.fill(.rect(track, radius: 15_500), .named(isOn ? .green : .gray4), .content))
    items.append(.fill(.ellipse(knob), .named(.white), .content))
  }
}
