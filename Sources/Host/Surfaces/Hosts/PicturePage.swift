// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A drawing in the host's frame, as one picture: the counterpart of `HTMLPage`.
package struct PicturePage {
  let content: Drawing
  let chrome: SurfaceChrome
  let environment: DrawEnvironment
  let scheme: DrawEnvironment.Scheme

  package init(
    content: Drawing, chrome: SurfaceChrome, environment: DrawEnvironment, scheme: DrawEnvironment.Scheme
  ) {
    self.content = content
    self.chrome = chrome
    self.environment = environment
    self.scheme = scheme
  }

  private static let margin = 36_000
  private static let least = 300_000

  /// - Throws: the errors of `Picture`.
  package func picture(_ scale: Picture.Scale) throws(ViewFault) -> Picture {
    let colors = PageColors(scheme)
    let width = max(Self.least, content.frame.width)
    let head = try drawing(header(colors), width: width)
    let foot = chrome.footer.isEmpty ? nil : try drawing(footer(colors), width: width)
    let top = head.frame.height
    let bottom = top + content.frame.height
    let size = Extent(width, bottom + (foot?.frame.height ?? 0))

    let left = (width - content.frame.width) / 2
    let place = Box(left, top, content.frame.width, content.frame.height)
    let inside = content.items.map { $0.moved(by: LayoutPoint(left, top)) }
    var items = head.items
    items.append(.fill(.rect(place, radius: 0), content.background, .backdrop))
    items.append(.group(.clip(.rect(place, radius: 0)), inside))
    items.append(rule(top, width, colors))
    if let foot {
      items += foot.items.map { $0.moved(by: LayoutPoint(0, bottom)) }
      items.append(rule(bottom, width, colors))
    }
    let page = Extent(size.width + 2 * Self.margin, size.height + 2 * Self.margin)
    let backdrop = DrawItem.fill(.rect(Box(0, 0, page.width, page.height), radius: 0), colors.backdrop, .backdrop)
    let card = PictureCard(size: size, radius: 24_000, items: items, colors: colors)
    return try Picture(
      page, scale: scale, scheme: scheme, assets: environment.assets,
      [backdrop] + card.drawn.map { $0.moved(by: LayoutPoint(Self.margin, Self.margin)) })
  }

  private func drawing(_ node: ViewNode, width: Int) throws(ViewFault) -> Drawing {
    try Drawing(fitting: ViewTree(host: node), width: width, in: environment.measuring(.proportional, .grow))
  }

  private func rule(_ y: Int, _ width: Int, _ colors: PageColors) -> DrawItem {
    .fill(.rect(Box(0, y, width, 500), radius: 0), .rgba(colors.line), .track)
  }

  // MARK: - Parts

  private func header(_ colors: PageColors) -> ViewNode {
    let about = [chrome.title, chrome.subtitle].filter { !$0.isEmpty }.joined(separator: " · ")
    var names = [line(chrome.familyName, TextStyle(size: 15_000, weight: .semibold, paint: .rgba(colors.text)))]
    if !about.isEmpty { names.append(line(about, TextStyle(font: .footnote, paint: .rgba(colors.faint)))) }
    let text = ViewNode(.vstack(align: .leading, spacing: 2_000, children: names))
    return bar(
      ViewNode(.hstack(align: .center, spacing: 12_000, children: [HostBadge.node(side: 34_000), text])),
      vertical: 14_000)
  }

  private func footer(_ colors: PageColors) -> ViewNode {
    bar(line(chrome.footer, TextStyle(font: .caption, paint: .rgba(colors.faint))), vertical: 11_000)
  }

  private func line(_ text: String, _ style: TextStyle) -> ViewNode {
    var content = TextContent(text, style: style, lines: 1)
    // Shrink a long range of dates before truncating it.
    content.minimumScale = 750
    return ViewNode(.text(content))
  }

  private func bar(_ node: ViewNode, vertical: Int) -> ViewNode {
    var wide = ViewModifier.Frame()
    wide.maxWidth = .fill
    wide.align = .leading
    var node = node
    node.modifiers = [.padding(top: vertical, leading: 20_000, bottom: vertical, trailing: 20_000), .frame(wide)]
    return node
  }
}

/// Content on a raised, rounded sheet with its upper left corner at zero.
struct PictureCard {
  let size: Extent
  let radius: Int
  let items: [DrawItem]
  let colors: PageColors

  var drawn: [DrawItem] {
    let box = Box(0, 0, size.width, size.height)
    let sheet = DrawItem.Outline.rect(box, radius: radius)
    return [
      .group(
        .shadow(.rgba(colors.shadow), radius: 32_000, offset: LayoutPoint(0, 12_000)),
        [.fill(sheet, .rgba(colors.card), .content)]),
      .group(.clip(sheet), items),
      .stroke(.rect(box.grown(by: 500), radius: radius + 500), .rgba(colors.edge), StrokeStyle(width: 1_000)),
    ]
  }
}
