// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The values of named colours for one scheme. The system colours are the platform's published ones.
struct Palette {
  let scheme: DrawEnvironment.Scheme
  let assets: AssetCatalog

  func rgba(_ color: NamedColor) -> RGBA {
    let base: RGBA =
      switch color.value {
      case .rgba(let value): value
      case .named(let name): rgba(name)
      }
    return color.opacity == 1_000 ? base : base.withAlpha(perMille: color.opacity)
  }

  /// The single colour for a paint in outputs without gradients.
  func flat(_ paint: Paint) -> RGBA {
    switch paint {
    case .color(let color): return rgba(color)
    case .asset(let name):
      let pair = assets.colors[name]
      return (scheme == .light ? pair?.light : pair?.dark) ?? RGBA(142, 142, 147)
    case .material(let material):
      let base = scheme == .light ? RGBA(242, 242, 247) : RGBA(44, 44, 46)
      return base.withAlpha(perMille: Self.density(material))
    case .gradient(let gradient): return gradient.stops.first.map { rgba($0.color) } ?? RGBA(0, 0, 0, 0)
    }
  }

  private static func density(_ material: Paint.Material) -> Int {
    switch material {
    case .ultraThin: 440
    case .thin: 580
    case .regular: 720
    case .thick: 840
    case .bar: 900
    case .ultraThick: 930
    }
  }

  private func rgba(_ name: ColorName) -> RGBA {
    func pick(_ light: RGBA, _ dark: RGBA) -> RGBA { scheme == .light ? light : dark }
    return switch name {
    case .primary: pick(RGBA(0, 0, 0), RGBA(255, 255, 255))
    case .secondary: pick(RGBA(60, 60, 67, 153), RGBA(235, 235, 245, 153))
    case .tertiary: pick(RGBA(60, 60, 67, 76), RGBA(235, 235, 245, 76))
    case .quaternary: pick(RGBA(60, 60, 67, 45), RGBA(235, 235, 245, 41))
    case .accent, .blue: pick(RGBA(0, 122, 255), RGBA(10, 132, 255))
    case .background: pick(RGBA(255, 255, 255), RGBA(28, 28, 30))
    case .groupedBackground: pick(RGBA(242, 242, 247), RGBA(0, 0, 0))
    case .separator: pick(RGBA(60, 60, 67, 73), RGBA(84, 84, 88, 153))
    case .red: pick(RGBA(255, 59, 48), RGBA(255, 69, 58))
    case .orange: pick(RGBA(255, 149, 0), RGBA(255, 159, 10))
    case .yellow: pick(RGBA(255, 204, 0), RGBA(255, 214, 10))
    case .green: pick(RGBA(52, 199, 89), RGBA(48, 209, 88))
    case .mint: pick(RGBA(0, 199, 190), RGBA(99, 230, 226))
    case .teal: pick(RGBA(48, 176, 199), RGBA(64, 200, 224))
    case .cyan: pick(RGBA(50, 173, 230), RGBA(100, 210, 255))
    case .indigo: pick(RGBA(88, 86, 214), RGBA(94, 92, 230))
    case .purple: pick(RGBA(175, 82, 222), RGBA(191, 90, 242))
    case .pink: pick(RGBA(255, 45, 85), RGBA(255, 55, 95))
    case .brown: pick(RGBA(162, 132, 94), RGBA(172, 142, 104))
    case .gray: RGBA(142, 142, 147)
    case .gray2: pick(RGBA(174, 174, 178), RGBA(99, 99, 102))
    case .gray3: pick(RGBA(199, 199, 204), RGBA(72, 72, 74))
    case .gray4: pick(RGBA(209, 209, 214), RGBA(58, 58, 60))
    case .gray5: pick(RGBA(229, 229, 234), RGBA(44, 44, 46))
    case .gray6: pick(RGBA(242, 242, 247), RGBA(28, 28, 30))
    case .black: RGBA(0, 0, 0)
    case .white: RGBA(255, 255, 255)
    case .clear: RGBA(0, 0, 0, 0)
    }
  }
}
