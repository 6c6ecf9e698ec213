// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Blur style and background of a shield: which scheme they pin, and the art that stands behind the card.
struct ShieldLook {
  private let content: ShieldContent

  init(_ content: ShieldContent) { self.content = content }

  /// The scheme that the content itself decides, by a strong background colour or a blur style that names one.
  var pinned: DrawEnvironment.Scheme? {
    if let background = content.background, background.alpha >= 128 {
      return ShieldLook.luminance(background) > 140 ? .light : .dark
    }
    guard let blur = content.blur else { return nil }
    if blur == "dark" || blur == "extraDark" || blur.hasSuffix("Dark") { return .dark }
    if blur == "light" || blur == "extraLight" || blur.hasSuffix("Light") { return .light }
    return nil
  }

  /// 0…255.
  static func luminance(_ color: RGBA) -> Int {
    (299 * Int(color.red) + 587 * Int(color.green) + 114 * Int(color.blue)) / 1_000
  }

  func cardPaint(_ scheme: DrawEnvironment.Scheme) -> Paint {
    if let background = content.background, background.alpha >= 26 {
      let base = scheme == .light ? RGBA(250, 250, 252) : RGBA(30, 31, 38)
      let solid = RGBA.mix(base, RGBA(background.red, background.green, background.blue), at: share(background))
      return .rgba(RGBA(solid.red, solid.green, solid.blue, 235))
    }
    return .rgba(scheme == .light ? RGBA(250, 250, 252, 225) : RGBA(32, 33, 40, 225))
  }

  private func share(_ color: RGBA) -> Int { Int(color.alpha) * 1_000 / 255 }

  /// Soft colours under a veil as dense as the blur style; opaque, since what is behind must not be seen (SF2).
  func backdrop(_ scheme: DrawEnvironment.Scheme, choice: String) -> String {
    let isLight = scheme == .light
    let base = isLight ? "#dfe5f2" : "#10131c"
    let blobs = isLight ? ["#9db7f0", "#f3c6a5", "#b9a5ea", "#a8dccf"] : ["#27418a", "#6b3f2a", "#4a2f7c", "#1d5a55"]
    let veil = isLight ? RGBA(246, 247, 251) : RGBA(18, 20, 27)
    let id = isLight ? "lb" : "db"
    var tint = ""
    if let background = content.background {
      tint =
        "<rect width=\"1200\" height=\"800\" fill=\"\(background.opaque)\" "
        + "fill-opacity=\"\(Markup.points(share(background)))\"/>\n"
    }
    return """
      <svg class="backdrop\(choice)" viewBox="0 0 1200 800" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <filter id="\(id)" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="90"/></filter>
      <rect width="1200" height="800" fill="\(base)"/>
      <g filter="url(#\(id))"><ellipse cx="250" cy="180" rx="300" ry="220" fill="\(blobs[0])"/>
      <ellipse cx="980" cy="240" rx="260" ry="220" fill="\(blobs[1])"/>
      <ellipse cx="880" cy="680" rx="340" ry="220" fill="\(blobs[2])"/>
      <ellipse cx="240" cy="680" rx="260" ry="200" fill="\(blobs[3])"/></g>
      <rect width="1200" height="800" fill="\(veil.opaque)" fill-opacity="\(Markup.points(density))"/>
      \(tint)</svg>

      """
  }

  /// How much of the soft colours a blur style covers, per mille.
  private var density: Int {
    let blur = content.blur ?? "systemMaterial"
    if blur.contains("UltraThin") { return 150 }
    if blur.contains("Thin") { return 300 }
    if blur.contains("Thick") { return 650 }
    if blur.contains("Chrome") || blur == "prominent" || blur.hasPrefix("extra") { return 750 }
    return 450
  }
}
