// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The host's own drawings for symbol names (VIEW-16), and their variants by name suffix.
package enum SymbolArt {
  struct Glyph: Hashable {
    /// Path data on a grid of 24 × 24.
    var path: String
    var isFilled: Bool
    /// The character for it in a terminal.
    var letter: String
  }

  /// The drawing for a name; an unknown name gets a neutral glyph.
  static func glyph(_ name: String) -> Glyph {
    known(name) ?? Glyph(path: "M5 5H19V19H5ZM9 12H15M12 9V15", isFilled: false, letter: "▢")
  }

  static func isKnown(_ name: String) -> Bool { known(name) != nil }

  /// All names with a drawing of their own.
  package static var names: [String] { SymbolTable.glyphs.keys.sorted() }

  /// The name of the equivalent symbol for the opposite reading direction. Only names with a direction change.
  static func mirrored(_ name: String) -> String {
    if name.contains("forward") { return name.replacing("forward", with: "backward") }
    return name.replacing("backward", with: "forward")
  }

  // MARK: - Forms

  private static let disc = "M12 2A10 10 0 1 1 12 22A10 10 0 1 1 12 2Z"
  private static let hole = "M12 3.8A8.2 8.2 0 1 0 12 20.2A8.2 8.2 0 1 0 12 3.8Z"
  private static let tile = "M7 3H17A4 4 0 0 1 21 7V17A4 4 0 0 1 17 21H7A4 4 0 0 1 3 17V7A4 4 0 0 1 7 3Z"
  private static let pane =
    "M7 4.8A2.2 2.2 0 0 0 4.8 7V17A2.2 2.2 0 0 0 7 19.2H17A2.2 2.2 0 0 0 19.2 17V7A2.2 2.2 0 0 0 17 4.8Z"

  /// The exact drawing, else the plain or filled variant, else one composed from it.
  private static func known(_ name: String) -> Glyph? {
    if let exact = SymbolTable.glyphs[name] ?? SymbolTable.glyphs[name + ".fill"] { return exact }
    if let base = base(name, without: ".circle.fill") { return cut(base.name, base.glyph, from: disc) }
    if let base = base(name, without: ".square.fill") { return cut(base.name, base.glyph, from: tile) }
    if let base = base(name, without: ".circle") { return cut(base.name, base.glyph, from: disc + hole) }
    if let base = base(name, without: ".square") { return cut(base.name, base.glyph, from: tile + pane) }
    for ending in [".slash.fill", ".slash"] {
      guard let glyph = base(name, without: ending)?.glyph else { continue }
      let bar = glyph.isFilled ? "M2.5 4L4 2.5L21.5 20L20 21.5Z" : "M3 3L21 21"
      return Glyph(path: glyph.path + bar, isFilled: glyph.isFilled, letter: glyph.letter)
    }
    if name.hasSuffix(".fill") { return known(String(name.dropLast(5))) }
    // Without a drawing for the badge, show the base symbol.
    if let badge = name.firstRange(of: ".badge") { return known(String(name[..<badge.lowerBound])) }
    return nil
  }

  private static func base(_ name: String, without ending: String) -> (name: String, glyph: Glyph)? {
    guard name.hasSuffix(ending), name.count > ending.count else { return nil }
    let rest = String(name.dropLast(ending.count))
    return known(rest).map { (rest, $0) }
  }

  /// Cuts the drawing out of a frame, at three fifths of its size. Line drawings have separate cut-out shapes for this.
  private static func cut(_ name: String, _ glyph: Glyph, from frame: String) -> Glyph? {
    if let body = SymbolTable.cuts[name] { return Glyph(path: frame + body, isFilled: true, letter: glyph.letter) }
    guard glyph.isFilled else { return glyph }
    let body = SymbolPath(glyph.path).data(scale: 0.58, offset: 12 - 12 * 0.58)
    return Glyph(path: frame + body, isFilled: true, letter: glyph.letter)
  }
}
