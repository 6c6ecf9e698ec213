// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A shield over an item: a backdrop over the whole window, a card in its middle, and the host's mark (S1, SF6).
///
/// The card is a tree of the host's own making, so a shield is measured, escaped and drawn by the same code as a report.
package struct ShieldSurface: Sendable {
  package let content: ShieldContent
  /// What is shielded, as the registry names it.
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

  private static let cardWidth = 380_000

  // MARK: - HTML

  /// - Throws: `view.layout` never in practice: the card's tree is small and the host's.
  package func html(scheme: SurfaceScheme = .automatic) throws(ViewFault) -> String {
    let scheme = ShieldLook(content).pinned.map { $0 == .light ? SurfaceScheme.light : .dark } ?? scheme
    var art = ""
    var card = ""
    for one in scheme.schemes {
      let choice = scheme == .automatic ? " only-\(one.rawValue)" : ""
      let look = ShieldLook(content)
      let drawing = try drawing(one, environment)
      let svg = SVGRenderer(scheme: one, assets: environment.assets, prefix: one == .light ? "l" : "d").svg(drawing)
      art += look.backdrop(one, choice: choice)
      card += "<div class=\"card art\(choice)\">\(svg)</div>\n"
    }
    let tree = ShieldTree(content, itemName: itemName, scheme: scheme.schemes.first ?? .light).tree
    let body = """
      \(art)<main class="veil">
      \(card)<section class="reading">
      \(ReadableText(environment: environment).html(tree.root))</section>
      <p class="seal">\(Self.smallBadge)<span>Shielded by <strong>\(Markup.isolated(familyName))</strong></span></p>
      </main>

      """
    let title = "\(itemName) is shielded – \(familyName)"
    return HTMLPage(language: language, title: title, scheme: scheme, body: body).html
  }

  /// The card alone.
  package func drawing(_ scheme: DrawEnvironment.Scheme) throws(ViewFault) -> Drawing {
    try drawing(scheme, environment)
  }

  package func svg(_ scheme: DrawEnvironment.Scheme) throws(ViewFault) -> String {
    SVGRenderer(scheme: scheme, assets: environment.assets).svg(try drawing(scheme, environment))
  }

  private func drawing(_ scheme: DrawEnvironment.Scheme, _ environment: DrawEnvironment) throws(ViewFault) -> Drawing {
    let tree = ShieldTree(content, itemName: itemName, scheme: scheme).tree
    return try Drawing(
      fitting: tree, width: Self.cardWidth, in: environment.measuring(.proportional, .grow),
      background: ShieldLook(content).cardPaint(scheme))
  }

  private static let smallBadge = """
    <svg class="badge" width="20" height="20" viewBox="0 0 32 32" aria-hidden="true">\
    <rect width="32" height="32" rx="9" fill="#31456f"/>\
    <path d="M7 25V10H10V7H13V10H19V7H22V10H25V25H20V18A4 4 0 0 0 12 18V25Z" fill="#f3d9a4"/></svg>
    """

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
