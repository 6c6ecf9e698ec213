// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The screen of a shield as a tree: icon, title, subtitle, buttons. Nil fields get the default's values (S4).
struct ShieldTree {
  private let content: ShieldContent
  private let itemName: String
  private let scheme: DrawEnvironment.Scheme

  init(_ content: ShieldContent, itemName: String, scheme: DrawEnvironment.Scheme) {
    self.content = content
    self.itemName = itemName
    self.scheme = scheme
  }

  /// The tree for a phone's screen: the message in the middle, the buttons at the bottom.
  var tree: ViewTree {
    var words = [padded(icon, bottom: 10_000), text(title, .title, .bold, .named(.primary))]
    words.append(text(subtitle, .body, nil, .named(.secondary)))
    let message = ViewNode(.vstack(align: .center, spacing: 10_000, children: words))
    let actions = ViewNode(.vstack(align: .center, spacing: 6_000, children: [primary] + secondary))
    let space = ViewNode(.spacer(minimum: 28_000))
    return ViewTree(
      host: ViewNode(
        .vstack(align: .center, spacing: 0, children: [space, message, space, actions]),
        modifiers: [.padding(top: 24_000, leading: 24_000, bottom: 20_000, trailing: 24_000), .frame(wide)]))
  }

  /// The tree for a terminal, with buttons in brackets.
  var cellTree: ViewTree {
    var children = [
      text(title, .headline, .bold, .named(.primary)),
      padded(text(subtitle, .body, nil, .named(.secondary)), bottom: 16_000),
      text(
        .init("[ \(primaryLabel.text) ]", color: legible(primaryLabel.color, standard: accent)), .body, .bold,
        .named(.accent)),
    ]
    if let label = content.secondaryButton {
      children.append(
        text(.init("[ \(label.text) ]", color: legible(label.color, standard: accent)), .body, nil, .named(.accent)))
      for (place, item) in content.submenu.enumerated() {
        children.append(text(.init("\(place + 1)  \(item)"), .body, nil, .named(.secondary)))
      }
    }
    let stack = ViewNode(.vstack(align: .center, spacing: 0, children: children), modifiers: [.frame(wide)])
    return ViewTree(host: stack)
  }

  // MARK: - Parts

  private var wide: ViewModifier.Frame {
    var frame = ViewModifier.Frame()
    frame.maxWidth = .fill
    return frame
  }

  private var title: ShieldContent.Label { content.title ?? .init("Not available right now") }
  private var subtitle: ShieldContent.Label { content.subtitle ?? .init("“\(itemName)” is set aside for the moment.") }
  private var primaryLabel: ShieldContent.Label { content.primaryButton ?? .init(ShieldContent.standardPrimary) }

  private func text(
    _ label: ShieldContent.Label, _ font: TextStyle.Font, _ weight: TextStyle.Weight?, _ paint: Paint
  ) -> ViewNode {
    let style = TextStyle(font: font, weight: weight, paint: label.color.map { .rgba($0) } ?? paint)
    return ViewNode(.text(TextContent(label.text, style: style, align: .center)))
  }

  /// The colour, or one that can be read if it can't; `nil` for `standard`.
  private func legible(_ color: RGBA?, standard: RGBA, fill: RGBA? = nil) -> RGBA? {
    let wanted = color ?? standard
    let shown = ShieldLook(content).legible(wanted, fill: fill, scheme)
    return shown == wanted ? color : shown
  }

  private var accent: RGBA { Palette(scheme: scheme, assets: AssetCatalog()).rgba(NamedColor(.named(.accent))) }

  private func padded(_ node: ViewNode, bottom: Int) -> ViewNode {
    var node = node
    node.modifiers.append(.padding(top: 0, leading: 0, bottom: bottom, trailing: 0))
    return node
  }

  private var icon: ViewNode {
    switch content.icon {
    case .asset(let name)?:
      var image = ViewNode.ImageContent(source: .asset(name))
      image.resizable = true
      image.fit = .fit
      return ViewNode(.image(image), modifiers: [.frame(.init(width: 88_000, height: 88_000))])
    case .symbol(let name)?: return symbol(name)
    case nil: return symbol("hourglass")
    }
  }

  private func symbol(_ name: String) -> ViewNode {
    let tint = content.primaryButtonBackground.map { NamedColor.Value.rgba($0.opaqueColor) } ?? .named(.accent)
    let disc = ViewNode(.shape(.init(form: .circle, fill: .color(NamedColor(tint, opacity: 200)))))
    return ViewNode(
      .symbol(name: name, style: TextStyle(size: 38_000, paint: .color(NamedColor(tint)))),
      modifiers: [.frame(.init(width: 88_000, height: 88_000)), .background(disc, nil)])
  }

  private var primary: ViewNode {
    let fill = content.primaryButtonBackground.map { Paint.rgba($0) } ?? .named(.accent)
    let shape = ViewNode(.shape(.init(form: .rounded(radius: 15_000), fill: fill)))
    let label = ShieldContent.Label(
      primaryLabel.text,
      color: legible(
        primaryLabel.color, standard: RGBA(255, 255, 255), fill: content.primaryButtonBackground ?? accent))
    var button = text(label, .headline, .semibold, .named(.white))
    button.modifiers = [
      .padding(top: 16_000, leading: 16_000, bottom: 16_000, trailing: 16_000), .frame(wide), .background(shape, nil),
    ]
    return button
  }

  private var secondary: [ViewNode] {
    guard let label = content.secondaryButton else { return [] }
    var button = text(.init(label.text, color: legible(label.color, standard: accent)), .body, .medium, .named(.accent))
    button.modifiers = [.padding(top: 14_000, leading: 16_000, bottom: 12_000, trailing: 16_000), .frame(wide)]
    guard !content.submenu.isEmpty else { return [button] }
    let items = content.submenu.map { item in
      var row = text(.init(item), .callout, nil, .named(.primary))
      row.modifiers = [.padding(top: 9_000, leading: 16_000, bottom: 9_000, trailing: 16_000), .frame(wide)]
      return row
    }
    let lines = items.enumerated().flatMap { $0 == 0 ? [$1] : [ViewNode(.divider), $1] }
    let panel = ViewNode(
      .shape(.init(form: .rounded(radius: 14_000), fill: .color(NamedColor(.named(.gray), opacity: 120)))))
    let menu = ViewNode(
      .vstack(align: .center, spacing: 0, children: lines), modifiers: [.background(panel, nil)])
    return [button, menu]
  }
}
