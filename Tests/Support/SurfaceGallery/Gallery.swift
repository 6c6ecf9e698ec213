// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import Surfaces
internal import TextEscaping

/// One of each primitive, drawn by every renderer: light, dark, and right to left.
///
/// The bytes are the same on every machine, as for any surface (V33), so a change to a renderer changes the page.
package struct Gallery: Sendable {
  /// A variant in which an exhibit is drawn.
  package enum GalleryVariant: String, CaseIterable, Sendable {
    case light, dark
    case rightToLeft = "rtl"

    var scheme: DrawEnvironment.Scheme { self == .dark ? .dark : .light }
    var direction: ReadingDirection { self == .rightToLeft ? .rightToLeft : .leftToRight }
    var title: String {
      switch self {
      case .light: "Light"
      case .dark: "Dark"
      case .rightToLeft: "Right to left"
      }
    }
  }

  /// 2026-11-21 15:00 UTC.
  static let now: Int64 = 1_795_273_200_000
  static let tokens = [
    (token: "AQEAAQ1ubelPGDNhSMN2Uch20gV_HOn0", name: "Block World"),
    (token: "AQEAAQ1ubelPGDNhSMN2Uch20gV_HOn1", name: "Messages"),
    (token: "AQEAAQ1ubelPGDNhSMN2Uch20gV_HOn2", name: "Podcasts"),
  ]

  private let assets: AssetCatalog

  /// - Throws: `ViewFault` if an exhibit fails the tree check, which a test excludes.
  package init() throws(ViewFault) {
    var assets = AssetCatalog()
    try assets.addImage(GalleryImage.png, named: "hills")
    self.assets = assets
  }

  /// File names of the exhibits.
  package var names: [String] { GalleryExhibits.all.map(\.name) }

  /// All exhibits on one self-contained page.
  package func html() throws(ViewFault) -> String {
    var body = "<main>\n<header><h1>Gallery</h1><p>One of each primitive, as Sallyport draws it.</p></header>\n"
    var number = 0
    for exhibit in GalleryExhibits.all {
      body +=
        "<section>\n<h2>\(Markup.escape(exhibit.title))</h2>\n<p>\(Markup.escape(exhibit.about))</p>\n<div class=\"row\">\n"
      for look in GalleryVariant.allCases {
        number += 1
        let drawing = try drawing(exhibit, look, overflow: .grow)
        let svg = SVGRenderer(scheme: look.scheme, assets: assets, prefix: "g\(number)-").svg(drawing)
        body += "<figure class=\"\(look.rawValue)\">\(svg)<figcaption>\(look.title)</figcaption></figure>\n"
      }
      body += "</div>\n</section>\n"
    }
    return HTMLPage(
      language: "en", title: "Sallyport gallery", scheme: .light, body: body + "</main>\n", style: .gallery
    ).html
  }

  /// One exhibit as a picture.
  ///
  /// - Throws: like `Picture`.
  package func picture(_ name: String, _ look: GalleryVariant, scale: Picture.Scale = .two) throws(ViewFault) -> Picture
  {
    let exhibit = try exhibit(name)
    let drawing = try drawing(exhibit, look, overflow: .count)
    let chrome = SurfaceChrome(familyName: exhibit.title, title: look.title)
    return try PicturePage(
      content: drawing, chrome: chrome, environment: environment(.leftToRight), scheme: look.scheme
    ).picture(scale)
  }

  /// One exhibit as terminal text.
  package func terminal(_ name: String, columns: Int, color: Bool = false) throws(ViewFault) -> String {
    let exhibit = try exhibit(name)
    let surface = try TreeSurface(
      try exhibit.tree(.leftToRight, assets: assets), frame: Extent(GalleryExhibit.width, exhibit.height),
      chrome: SurfaceChrome(familyName: exhibit.title), environment: environment(.leftToRight))
    return try surface.terminal(columns: columns, color: color)
  }

  /// The checked trees, for a test to walk through.
  package func trees(_ look: GalleryVariant) throws(ViewFault) -> [ViewTree] {
    var trees: [ViewTree] = []
    for exhibit in GalleryExhibits.all { trees.append(try exhibit.tree(look.direction, assets: assets)) }
    return trees
  }

  private func exhibit(_ name: String) throws(ViewFault) -> GalleryExhibit {
    guard let exhibit = GalleryExhibits.all.first(where: { $0.name == name }) else {
      throw ViewFault("schema", at: "", "is asked for by “\(name)”, which the gallery doesn't show")
    }
    return exhibit
  }

  private func drawing(
    _ exhibit: GalleryExhibit, _ look: GalleryVariant, overflow: DrawEnvironment.Overflow
  ) throws(ViewFault) -> Drawing {
    let tree = try exhibit.tree(look.direction, assets: assets)
    let padded = tree.root.isList ? tree : ViewTree(host: tree.root.padded)
    return try Drawing(
      padded, frame: Extent(GalleryExhibit.width, exhibit.height),
      in: environment(look.direction).measuring(.proportional, overflow))
  }

  private func environment(_ direction: ReadingDirection) -> DrawEnvironment {
    let faces = Dictionary(
      uniqueKeysWithValues: Self.tokens.map { ($0.token, DrawEnvironment.TokenFace(name: $0.name)) })
    return DrawEnvironment(now: Self.now, assets: assets, direction: direction) { faces[$0] }
  }
}

extension ViewNode {
  fileprivate var isList: Bool {
    if case .list = content { return true }
    return false
  }

  fileprivate var padded: ViewNode {
    var wide = ViewModifier.Frame()
    wide.maxWidth = .fill
    wide.maxHeight = .fill
    wide.align = .topLeading
    var node = self
    node.modifiers += [.padding(top: 16_000, leading: 16_000, bottom: 16_000, trailing: 16_000), .frame(wide)]
    return node
  }
}

extension PageStyle {
  fileprivate static let gallery = PageStyle(text: GalleryStylesheet.text, hash: GalleryStylesheet.hash)
}
