// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import TextEscaping

/// A tree in the host's frame, laid out once for all outputs but pictures and terminals, which measure differently.
package struct TreeSurface: Sendable {
  let tree: ViewTree
  let frame: Extent
  let chrome: SurfaceChrome
  let environment: DrawEnvironment
  let drawing: Drawing

  package init(
    _ tree: ViewTree, frame: Extent, chrome: SurfaceChrome, environment: DrawEnvironment,
    background: Paint = .named(.background)
  ) throws(ViewFault) {
    self.tree = tree
    self.frame = frame
    self.chrome = chrome
    self.environment = environment.measuring(.proportional, .grow)
    drawing = try Drawing(tree, frame: frame, in: self.environment, background: background)
  }

  func svg(_ scheme: DrawEnvironment.Scheme) -> String {
    SVGRenderer(scheme: scheme, assets: environment.assets).svg(drawing)
  }

  /// - Parameter tapBase: the console's own address for taps, such as `/tap/7/`; without it there are no links.
  func html(scheme: SurfaceScheme, tapBase: String? = nil) -> String {
    let (width, height) = (SVGLength.points(frame.width), SVGLength.points(frame.height))
    let art = HTMLPage.drawings(scheme) { scheme, prefix in
      SVGRenderer(scheme: scheme, assets: environment.assets, prefix: prefix).svg(drawing)
    }
    let about = [chrome.title, chrome.subtitle].filter { !$0.isEmpty }
    let line = about.map(Markup.isolated).joined(separator: " · ")
    let body = """
      <main class="surface">
      <header>\(HostBadge.svg(side: 34))<div class="names"><p class="family">\(Markup.isolated(chrome.familyName))</p>\
      \(line.isEmpty ? "" : "<p class=\"about\">\(line)</p>")</div></header>
      <div class="frame"><svg class="sizer" width="\(width)" height="\(height)" aria-hidden="true"></svg>
      <div class="scroller">
      \(art)<section class="reading">
      \(ReadableText(environment: environment).html(tree.root))</section>
      </div></div>
      \(tapBase.map(links) ?? "")\(footer)</main>

      """
    let title = ([chrome.familyName] + about).joined(separator: " – ")
    return HTMLPage(language: chrome.language, title: title, scheme: scheme, body: body).html
  }

  private var footer: String {
    chrome.footer.isEmpty ? "" : "<footer>\(Markup.isolated(chrome.footer))</footer>\n"
  }

  /// The links for tap areas, which contain only numbers. The host keeps their meaning (VIEW-22).
  private func links(_ base: String) -> String {
    let taps = TapTargets(tree)
    let numbers = taps.numbers.values.sorted()
    guard !numbers.isEmpty else { return "" }
    let names = tapNames(taps)
    let links = numbers.map { number in
      "<a href=\"\(Markup.escape(base))\(number)\">\(number) \(Markup.isolated(names[number] ?? ""))</a>\n"
    }
    return "<nav>\n\(links.joined())</nav>\n"
  }

  private func tapNames(_ taps: TapTargets) -> [Int: String] {
    let reader = ReadableText(environment: environment)
    var names: [Int: String] = [:]
    func visit(_ node: ViewNode) {
      if let number = taps.numbers[node.index] { names[number] = reader.line(node) }
      for child in node.children { visit(child) }
    }
    visit(tree.root)
    return names
  }

  // MARK: - Picture

  /// - Throws: the errors of `Picture`.
  func picture(_ scheme: DrawEnvironment.Scheme, _ scale: Picture.Scale) throws(ViewFault) -> Picture {
    let still = environment.measuring(.proportional, .count)
    let drawing = try Drawing(tree, frame: frame, in: still)
    return try PicturePage(content: drawing, chrome: chrome, environment: still, scheme: scheme).picture(scale)
  }

  // MARK: - Terminal

  /// - Parameter columns: the width of the terminal, including the host's frame.
  package func terminal(columns: Int, color: Bool) throws(ViewFault) -> String {
    let columns = max(24, min(columns, 240))
    let cells = environment.measuring(.cells, .count)
    let inner = Extent((columns - 4) * 8_000, max(16_000, frame.height / 16_000 * 16_000))
    let drawing = try Drawing(tree, frame: inner, in: cells)
    var lines = TerminalRenderer.lines(drawing, assets: environment.assets, color: color)
    let taps = TapTargets(tree)
    let names = tapNames(taps)
    let list = taps.numbers.values.sorted().map { "[\($0)] " + TerminalFrame.clean(names[$0] ?? "") }
    if !list.isEmpty { lines += [""] + list }
    return TerminalFrame(chrome: chrome, columns: columns).text(lines)
  }
}
