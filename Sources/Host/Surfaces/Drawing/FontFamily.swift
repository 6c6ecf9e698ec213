// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The viewer's fonts for each design, by preference. The choice doesn't affect the layout (VIEW-29).
enum FontFamily {
  static func list(_ design: TextStyle.Design, size: Int) -> String {
    switch design {
    // Inter has a separate cut for large sizes.
    case .default: size >= 20_000 ? "Inter Display, \(plain)" : plain
    case .rounded: "SF Pro Rounded, Nunito, Varela Round, \(plain)"
    case .serif: "Georgia, Source Serif Pro, Noto Serif, Liberation Serif, DejaVu Serif, serif"
    case .monospaced:
      "SF Mono, JetBrains Mono, Menlo, Noto Sans Mono, Liberation Mono, DejaVu Sans Mono, monospace"
    }
  }

  static let plain = "Inter, SF Pro Text, Helvetica Neue, Helvetica, Arial, Liberation Sans, Noto Sans, sans-serif"

  static func weight(_ weight: TextStyle.Weight) -> Int {
    switch weight {
    case .ultraLight: 100
    case .thin: 200
    case .light: 300
    case .regular: 400
    case .medium: 500
    case .semibold: 600
    case .bold: 700
    case .heavy: 800
    case .black: 900
    }
  }
}
