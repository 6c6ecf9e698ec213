// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension LayoutEngine {
  // MARK: - Images, symbols, tokens

  func imageSize(_ image: ViewNode.ImageContent, _ proposal: Proposal) -> Measured {
    guard let raster = raster(image) else { return Measured(0, 0) }
    let natural = Extent(raster.width * 1_000, raster.height * 1_000)
    guard image.resizable else { return Measured(natural.width, natural.height) }
    guard let fit = image.fit else {
      return Measured(proposal.width ?? natural.width, proposal.height ?? natural.height)
    }
    let byWidth = proposal.width.map { Measured($0, $0 * natural.height / natural.width) }
    let byHeight = proposal.height.map { Measured($0 * natural.width / natural.height, $0) }
    switch (byWidth, byHeight) {
    case (let wide?, let tall?): return (fit == .fit) == (wide.height <= tall.height) ? wide : tall
    case (let one?, nil), (nil, let one?): return one
    case (nil, nil): return Measured(natural.width, natural.height)
    }
  }

  private func raster(_ image: ViewNode.ImageContent) -> RasterImage? {
    switch image.source {
    case .asset(let name): environment.assets.images[name]
    case .png(_, let raster): raster
    }
  }

  func placeImage(_ image: ViewNode.ImageContent, in box: Box, into items: inout [DrawItem]) {
    guard let raster = raster(image) else { return }
    var name = "image"
    if case .asset(let asset) = image.source { name = asset }
    items.append(.image(.raster(raster, name: name, template: image.template ? .named(.primary) : nil), box))
  }

  func symbolSize(_ style: TextStyle) -> Measured {
    if isCells { return Measured(16_000, 16_000, first: 12_000, last: 12_000) }
    let font = ResolvedFont(style)
    let side = font.size * 1_150 / 1_000
    return Measured(side, side, first: side * 82 / 100, last: side * 82 / 100)
  }

  /// The size of a token, whose name comes from the host. An unknown token is an empty box of a fixed size (VIEW-24).
  func tokenSize(
    _ node: ViewNode, _ token: String, _ part: ViewNode.TokenPart, _ style: TextStyle, _ proposal: Proposal
  ) -> Measured {
    let face = environment.tokens(token)
    let icon = isCells ? 16_000 : ResolvedFont(style).size * 1_200 / 1_000
    if part == .icon { return Measured(icon, isCells ? 16_000 : icon) }
    let lead = part == .label && !isCells ? icon + 6_000 : 0
    let text = block(node, TextContent(face?.name ?? "        ", style: style))
    let inner = Proposal(proposal.width.map { max(0, $0 - lead) }, proposal.height)
    let size = text.layout(inner).measured
    return Measured(
      size.width + lead, max(size.height, isCells ? 0 : icon), first: size.first, last: size.last)
  }

  func placeToken(
    _ node: ViewNode, _ token: String, _ part: ViewNode.TokenPart, _ style: TextStyle, in box: Box,
    into items: inout [DrawItem]
  ) {
    guard let face = environment.tokens(token) else { return }
    let side = isCells ? 16_000 : ResolvedFont(style).size * 1_200 / 1_000
    if part != .title, !isCells || part == .icon {
      let place = Box(box.x, box.y + max(0, (box.height - side) / 2), side, side)
      if let icon = face.icon {
        items.append(.image(.raster(icon, name: face.name, template: nil), place))
      } else {
        placeInitial(face.name, in: place, into: &items)
      }
    }
    guard part != .icon else { return }
    let lead = part == .label && !isCells ? side + 6_000 : 0
    let text = block(node, TextContent(face.name, style: style))
    let layout = text.layout(Proposal(max(0, box.width - lead), box.height))
    let y = box.y + max(0, (box.height - layout.measured.height) / 2)
    items += text.items(layout, at: LayoutPoint(box.x + lead, y), defaultPaint: .named(.primary))
  }

  /// Draws the first letter in place of a missing icon, on a colour derived from the name.
  private func placeInitial(_ name: String, in box: Box, into items: inout [DrawItem]) {
    if isCells { return items.append(.image(.symbol("app.fill", .named(.gray)), box)) }
    let sum = name.utf8.reduce(5_381) { ($0 &* 33 ^ Int($1)) & 0xFF_FFFF }
    let color = Self.palette[sum % Self.palette.count]
    items.append(.fill(.rect(box, radius: box.width * 26 / 100), .named(color), .backdrop))
    let style = TextStyle(size: max(1_000, box.height * 56 / 100), weight: .semibold, paint: .named(.white))
    let letter = TextBlock(TextContent(name.prefix(1).uppercased(), style: style, lines: 1), in: environment)
    placeLabel(letter, in: box, .center, into: &items)
  }

  // MARK: - Shapes

  func shapeSize(_ form: ShapeForm, _ proposal: Proposal) -> Measured {
    let width = proposal.width ?? 10_000
    let height = proposal.height ?? 10_000
    if form == .circle {
      let side = min(width, height)
      return Measured(side, side)
    }
    return Measured(width, height)
  }

  func outline(_ form: ShapeForm, in box: Box) -> DrawItem.Outline {
    switch form {
    case .rectangle: return .rect(box, radius: 0)
    case .rounded(let radius): return .rect(box, radius: min(radius, min(box.width, box.height) / 2))
    case .container: return .rect(box, radius: min(16_000, min(box.width, box.height) / 2))
    case .capsule: return .rect(box, radius: min(box.width, box.height) / 2)
    case .ellipse: return .ellipse(box)
    case .circle:
      let side = min(box.width, box.height)
      return .ellipse(Box(box.midX - side / 2, box.midY - side / 2, side, side))
    case .path(let commands):
      return .path(commands.map { $0.mapped { LayoutPoint($0.x + box.x, $0.y + box.y) } }, box)
    }
  }

  func placeShape(_ shape: ViewNode.ShapeContent, in box: Box, into items: inout [DrawItem]) {
    var outline = outline(shape.form, in: box)
    if let trim = shape.trim, trim != [0, 1_000] {
      outline = .path(PathTrim.cut(outline, from: trim[0], to: trim[1], fromThree: true), box)
    }
    if let fill = shape.fill ?? (shape.stroke == nil ? .named(.primary) : nil) {
      items.append(.fill(outline, fill, .content))
    }
    if let stroke = shape.stroke { items.append(.stroke(outline, stroke.paint, stroke.style)) }
  }

  func placeDivider(in box: Box, into items: inout [DrawItem]) {
    items.append(.fill(.rect(box, radius: 0), .named(.separator), .track))
  }

  // MARK: - Boxes the host draws itself

  func placeRedacted(_ lines: Int?, in box: Box, into items: inout [DrawItem]) {
    guard let lines else {
      return items.append(.fill(.rect(box, radius: min(6_000, box.height / 4)), .named(.gray5), .track))
    }
    let pitch = box.height / lines
    for line in 0..<lines {
      let bar = Box(box.x, box.y + line * pitch + pitch / 6, box.width, pitch * 2 / 3)
      items.append(.fill(.rect(bar, radius: 3_000), .named(.gray5), .track))
    }
  }

  /// A visible box for content that is shown elsewhere or can't be drawn (VIEW-9).
  func placeNotice(_ text: String, in box: Box, into items: inout [DrawItem]) {
    items.append(.fill(.rect(box, radius: min(12_000, box.height / 4)), .named(.gray6), .backdrop))
    var style = StrokeStyle(width: 1_000)
    style.dash = [4_000, 4_000]
    items.append(.stroke(.rect(box, radius: min(12_000, box.height / 4)), .named(.gray3), style))
    placeLabel(label(text), in: box.inset(by: isCells ? 0 : 8_000), .center, into: &items)
  }
}
