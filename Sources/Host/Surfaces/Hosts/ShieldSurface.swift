// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import TextEscaping

/// A shield over an item: a backdrop over the whole window, text and buttons on it as on a phone's screen, and the
/// host's emblem (S1, PRIV-SF6).
///
/// The screen is a tree created by the host, so a shield is measured, escaped and drawn by the same code as a report.
package struct ShieldSurface: Sendable {
  package let content: ShieldContent
  /// The name of the shielded item in the registry.
  package let itemName: String
  package let familyName: String
  private let environment: DrawEnvironment
  private let language: String

  package init(
    _ content: ShieldContent, itemName: String, familyName: String, environment: DrawEnvironment,
    language: String = "en"
  ) {
    self.content = content
    self.itemName = itemName
    self.familyName = familyName
    self.environment = environment
    self.language = language
  }

  /// The part of a phone's screen that a shield may fill; the rest belongs to the host.
  private static let screen = Extent(390_000, 740_000)

  // MARK: - HTML

  /// - Throws: `view.layout`, though not in practice, since the host's tree is small.
  package func html(scheme: SurfaceScheme = .automatic) throws(ViewFault) -> String {
    let scheme = ShieldLook(content).pinned.map { $0 == .light ? SurfaceScheme.light : .dark } ?? scheme
    let box = "0 0 \(SVGLength.points(ShieldLook.extent.width)) \(SVGLength.points(ShieldLook.extent.height))"
    var art = ""
    var screens = ""
    for one in scheme.schemes {
      let choice = scheme == .automatic ? " only-\(one.rawValue)" : ""
      let prefix = one == .light ? "l" : "d"
      let screen = SVGRenderer(scheme: one, assets: environment.assets, prefix: prefix).svg(try drawing(one))
      let behind = SVGRenderer(scheme: one, prefix: prefix + "b").elements(ShieldLook(content).backdrop(one))
      art += """
        <svg class="backdrop\(choice)" viewBox="\(box)" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        \(behind)</svg>

        """
      screens += "<div class=\"screen art\(choice)\">\(screen)</div>\n"
    }
    let tree = ShieldTree(content, itemName: itemName, scheme: scheme.schemes.first ?? .light).tree
    let body = """
      \(art)<main class="veil">
      \(screens)<section class="reading">
      \(ReadableText(environment: environment).html(tree.root))</section>
      <p class="seal">\(HostBadge.svg(side: 20))<span>Shielded by <strong>\(Markup.isolated(familyName))</strong></span></p>
      </main>

      """
    let title = "\(itemName) is shielded – \(familyName)"
    return HTMLPage(language: language, title: title, scheme: scheme, body: body).html
  }

  /// The text and buttons without the backdrop.
  package func drawing(_ scheme: DrawEnvironment.Scheme) throws(ViewFault) -> Drawing {
    let tree = ShieldTree(content, itemName: itemName, scheme: scheme).tree
    let still = environment.measuring(.proportional, .grow)
    let least = try Drawing(fitting: tree, width: Self.screen.width, in: still).frame.height
    let frame = Extent(Self.screen.width, max(Self.screen.height, least))
    return try Drawing(tree, frame: frame, in: still, background: .named(.clear))
  }

  package func svg(_ scheme: DrawEnvironment.Scheme) throws(ViewFault) -> String {
    SVGRenderer(scheme: scheme, assets: environment.assets).svg(try drawing(scheme))
  }

  /// The shield with its backdrop, as one drawing.
  ///
  /// - Throws: `view.layout`, though not in practice.
  package func screen(_ scheme: DrawEnvironment.Scheme) throws(ViewFault) -> String {
    let look = ShieldLook(content)
    let scheme = look.pinned ?? scheme
    let drawing = try drawing(scheme)
    let (width, height) = (SVGLength.points(drawing.frame.width), SVGLength.points(drawing.frame.height))
    let box = "0 0 \(SVGLength.points(ShieldLook.extent.width)) \(SVGLength.points(ShieldLook.extent.height))"
    let behind = SVGRenderer(scheme: scheme, prefix: "b").elements(look.backdrop(scheme))
    let front = SVGRenderer(scheme: scheme, assets: environment.assets).svg(drawing)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
      <svg width="\(width)" height="\(height)" viewBox="\(box)" preserveAspectRatio="xMidYMid slice">
      \(behind)</svg>
      \(front)</svg>
      """
  }

  // MARK: - Picture

  /// The shield on a whole phone screen.
  ///
  /// - Throws: the errors of `Picture`.
  package func picture(
    _ scheme: DrawEnvironment.Scheme = .light, scale: Picture.Scale = .two
  ) throws(ViewFault) -> Picture {
    let look = ShieldLook(content)
    let scheme = look.pinned ?? scheme
    let drawing = try drawing(scheme)
    let seal = try seal(scheme, width: drawing.frame.width)
    let top = 40_000
    let bottom = top + drawing.frame.height
    let page = Extent(drawing.frame.width, bottom + seal.frame.height)
    return try Picture(
      page, scale: scale, scheme: scheme, assets: environment.assets,
      look.backdrop(scheme, in: page) + drawing.items.map { $0.moved(by: LayoutPoint(0, top)) }
        + seal.items.map { $0.moved(by: LayoutPoint(0, bottom)) })
  }

  private func seal(_ scheme: DrawEnvironment.Scheme, width: Int) throws(ViewFault) -> Drawing {
    let isLight = scheme == .light
    let ink = Paint.rgba(isLight ? RGBA(58, 58, 64) : RGBA(230, 230, 234))
    let words = ViewNode(
      .text(TextContent("Shielded by \(familyName)", style: TextStyle(font: .footnote, paint: ink), lines: 1)))
    let pill = ViewNode(
      .shape(.init(form: .capsule, fill: .rgba(isLight ? RGBA(255, 255, 255, 184) : RGBA(40, 40, 46, 184)))))
    let mark = ViewNode(
      .hstack(align: .center, spacing: 8_000, children: [HostBadge.node(side: 20_000), words]),
      modifiers: [
        .padding(top: 7_000, leading: 9_000, bottom: 7_000, trailing: 14_000), .background(pill, nil),
        .padding(top: 4_000, leading: 16_000, bottom: 26_000, trailing: 16_000),
        .frame(wide),
      ])
    return try Drawing(
      fitting: ViewTree(host: mark), width: width, in: environment.measuring(.proportional, .grow),
      background: .named(.clear))
  }

  private var wide: ViewModifier.Frame {
    var frame = ViewModifier.Frame()
    frame.maxWidth = .fill
    return frame
  }

  // MARK: - Terminal

  package func terminal(columns: Int, color: Bool = false) throws(ViewFault) -> String {
    let columns = max(24, min(columns, 240))
    let cells = environment.measuring(.cells, .count)
    let tree = ShieldTree(content, itemName: itemName, scheme: .dark).cellTree
    let drawing = try Drawing(fitting: tree, width: (min(columns, 64) - 4) * 8_000, in: cells)
    let lines = TerminalRenderer.lines(drawing, assets: environment.assets, color: color)
    let chrome = SurfaceChrome(familyName: familyName, title: "Shield", subtitle: itemName)
    return TerminalFrame(chrome: chrome, columns: min(columns, 64)).text([""] + lines + [""])
  }
}
