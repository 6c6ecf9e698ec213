// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The blur style and background of a shield: the scheme they require, and the backdrop behind the card.
struct ShieldLook {
  private let content: ShieldContent

  init(_ content: ShieldContent) { self.content = content }

  /// The scheme that the content requires, by an opaque background colour or a blur style that names a scheme.
  var pinned: DrawEnvironment.Scheme? {
    if let background = content.background, background.alpha >= 128 {
      return ShieldLook.luminance(background) > 140 ? .light : .dark
    }
    guard let blur = content.blur else { return nil }
    if blur == "dark" || blur == "extraDark" || blur.hasSuffix("Dark") { return .dark }
    if blur == "light" || blur == "extraLight" || blur.hasSuffix("Light") { return .light }
    return nil
  }

  /// A colour for a button's label that can be read. A label in the colour of its ground would be a button that isn't
  /// there, so that the extension chose the buttons by colours (PRIV-SF7).
  ///
  /// - Parameter fill: the button's own background, if it has one.
  func legible(_ color: RGBA, fill: RGBA?, _ scheme: DrawEnvironment.Scheme) -> RGBA {
    var ground = Self.base(scheme)
    for layer in [content.background, fill].compactMap({ $0 }) { ground = Self.over(layer, ground) }
    let seen = Self.over(color, ground)
    if Self.distance(seen, ground) >= Self.leastDistance { return color }
    return Self.luminance(ground) > 140 ? RGBA(0, 0, 0) : RGBA(255, 255, 255)
  }

  /// White on the system's yellow, which people read, is 59.
  private static let leastDistance = 30

  /// The difference as the eye weighs it, 0…255.
  private static func distance(_ a: RGBA, _ b: RGBA) -> Int {
    func difference(_ x: UInt8, _ y: UInt8) -> Int { abs(Int(x) - Int(y)) }
    return
      (299 * difference(a.red, b.red) + 587 * difference(a.green, b.green) + 114 * difference(a.blue, b.blue)) / 1_000
  }

  private static func over(_ layer: RGBA, _ ground: RGBA) -> RGBA {
    RGBA.mix(ground, layer.opaqueColor, at: Int(layer.alpha) * 1_000 / 255)
  }

  private static func base(_ scheme: DrawEnvironment.Scheme) -> RGBA {
    scheme == .light ? RGBA(223, 229, 242) : RGBA(16, 19, 28)
  }

  /// 0…255.
  static func luminance(_ color: RGBA) -> Int {
    (299 * Int(color.red) + 587 * Int(color.green) + 114 * Int(color.blue)) / 1_000
  }

  /// The size of the backdrop. A window of another aspect ratio shows its middle.
  static let extent = Extent(1_200_000, 800_000)

  /// Soft colours under a veil as dense as the blur style. Opaque, since the covered window must not be visible
  /// (PRIV-SF2).
  func backdrop(_ scheme: DrawEnvironment.Scheme, in extent: Extent = ShieldLook.extent) -> [DrawItem] {
    let isLight = scheme == .light
    let base = Self.base(scheme)
    let veil = (isLight ? RGBA(246, 247, 251) : RGBA(18, 20, 27)).withAlpha(perMille: density)
    let whole = DrawItem.Outline.rect(Box(0, 0, extent.width, extent.height), radius: 0)
    // Centre and semi-axes, per mille of the extent.
    let places = [(208, 225, 250, 275), (817, 300, 217, 275), (733, 850, 283, 275), (200, 850, 217, 250)]
    let clouds = zip(places, isLight ? Self.day : Self.night).map { place, color -> DrawItem in
      let (rx, ry) = (extent.width * place.2 / 1_000, extent.height * place.3 / 1_000)
      let box = Box(
        extent.width * place.0 / 1_000 - rx, extent.height * place.1 / 1_000 - ry, 2 * rx, 2 * ry)
      return .fill(.ellipse(box), .rgba(color), .backdrop)
    }
    // The limit on blur in trees does not apply to the host's own drawing.
    let blur = min(extent.width, extent.height) * 22 / 100
    var items: [DrawItem] = [
      .fill(whole, .rgba(base), .backdrop), .group(.clip(whole), [.group(.blur(blur), clouds)]),
      .fill(whole, .rgba(veil), .backdrop),
    ]
    if let background = content.background { items.append(.fill(whole, .rgba(background), .backdrop)) }
    return items
  }

  private static let day = [RGBA(157, 183, 240), RGBA(243, 198, 165), RGBA(185, 165, 234), RGBA(168, 220, 207)]
  private static let night = [RGBA(39, 65, 138), RGBA(107, 63, 42), RGBA(74, 47, 124), RGBA(29, 90, 85)]

  /// The density of the veil over the soft colours, per mille.
  private var density: Int {
    let blur = content.blur ?? "systemMaterial"
    if blur.contains("UltraThin") { return 150 }
    if blur.contains("Thin") { return 300 }
    if blur.contains("Thick") { return 650 }
    if blur.contains("Chrome") || blur == "prominent" || blur.hasPrefix("extra") { return 750 }
    return 450
  }
}
