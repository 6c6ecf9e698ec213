// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// One widget as a picture: its card with the corners of its size, and the host's words outside the area that the
/// family can draw.
struct WidgetPicture {
  private let surface: TreeSurface
  private let size: WidgetSize
  private let scheme: DrawEnvironment.Scheme

  init(_ surface: TreeSurface, size: WidgetSize, scheme: DrawEnvironment.Scheme) {
    (self.surface, self.size, self.scheme) = (surface, size, scheme)
  }

  private static let margin = 28_000
  /// The least width of the words below a narrow widget.
  private static let least = 158_000
  private static let gap = 8_000

  /// - Throws: the errors of `Picture`.
  func picture(_ scale: Picture.Scale) throws(ViewFault) -> Picture {
    let still = surface.environment.measuring(.proportional, .count)
    let colors = PageColors(scheme)
    let card = try Drawing(surface.tree, frame: surface.frame, in: still)
    let padding = size.cardPadding
    let sheetSize = Extent(card.frame.width + 2 * padding.x, card.frame.height + 2 * padding.y)
    let width = max(Self.least, sheetSize.width)
    let words = try Drawing(
      fitting: ViewTree(host: caption(colors)), width: width, in: still.measuring(.proportional, .grow))
    let page = Extent(
      width + 2 * Self.margin, sheetSize.height + Self.gap + words.frame.height + 2 * Self.margin)
    let box = Box(0, 0, sheetSize.width, sheetSize.height)
    var items: [DrawItem] = []
    if !size.isAccessory { items.append(.fill(.rect(box, radius: 0), .named(.background), .backdrop)) }
    items += card.items.map { $0.moved(by: padding) }
    let sheet = PictureCard(size: sheetSize, radius: size.cornerRadius, items: items, colors: tinted(colors))
    let left = Self.margin + (width - sheetSize.width) / 2
    let below = Self.margin + sheetSize.height + Self.gap
    return try Picture(
      page, scale: scale, scheme: scheme, assets: surface.environment.assets,
      [.fill(.rect(Box(0, 0, page.width, page.height), radius: 0), colors.backdrop, .backdrop)]
        + sheet.drawn.map { $0.moved(by: LayoutPoint(left, Self.margin)) }
        + words.items.map { $0.moved(by: LayoutPoint(Self.margin, below)) })
  }

  /// The card of an accessory lets the lock screen show through.
  private func tinted(_ colors: PageColors) -> PageColors {
    guard size.isAccessory else { return colors }
    var tinted = colors
    tinted.card = RGBA(58, 62, 76)
    return tinted
  }

  private func caption(_ colors: PageColors) -> ViewNode {
    let chrome = surface.chrome
    var lines = [
      line(chrome.title, TextStyle(size: 12_000, weight: .semibold, paint: .rgba(colors.text))),
      line(chrome.familyName, TextStyle(size: 12_000, paint: .rgba(colors.faint))),
    ]
    if !chrome.footer.isEmpty { lines.append(line(chrome.footer, TextStyle(size: 11_000, paint: .rgba(colors.faint)))) }
    var wide = ViewModifier.Frame()
    wide.maxWidth = .fill
    var node = ViewNode(.vstack(align: .center, spacing: 1_000, children: lines))
    node.modifiers = [.frame(wide)]
    return node
  }

  private func line(_ text: String, _ style: TextStyle) -> ViewNode {
    ViewNode(.text(TextContent(text, style: style, align: .center, lines: 1)))
  }
}

extension WidgetSize {
  /// The room between a widget and the edge of its card, in thousandths of a point. A rectangle of the lock screen has no
  /// margins and no card there, so its corners must not be cut here.
  var cardPadding: LayoutPoint {
    self == .accessoryRectangular ? LayoutPoint(10_000, 6_000) : LayoutPoint(0, 0)
  }

  /// In thousandths of a point (WIDGET-W30).
  var cornerRadius: Int {
    switch self {
    case .accessoryCircular: 36_000
    case .accessoryInline: 13_000
    case .accessoryRectangular: 14_000
    default: 22_000
    }
  }
}
