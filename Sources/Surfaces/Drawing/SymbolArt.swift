// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Our own drawings for symbol names, on a grid of 24 × 24 (V16). An unknown name gets a neutral glyph.
enum SymbolArt {
  struct Glyph {
    /// Path data in the host's own hand.
    var path: String
    var isFilled: Bool
    var letter: String
  }

  static func glyph(_ name: String) -> Glyph {
    known(name) ?? Glyph(path: "M5 5H19V19H5ZM9 12H15M12 9V15", isFilled: false, letter: "▢")
  }

  static func isKnown(_ name: String) -> Bool { known(name) != nil }

  /// The drawing itself, or that of the plain or filled form of the same thing.
  private static func known(_ name: String) -> Glyph? {
    if let known = table[name] { return known }
    for suffix in [".fill", ".circle", ".square", ".circle.fill", ".square.fill"] where name.hasSuffix(suffix) {
      if let known = table[String(name.dropLast(suffix.count))] { return known }
    }
    return table[name + ".fill"]
  }

  private static func line(_ path: String, _ letter: String) -> Glyph {
    Glyph(path: path, isFilled: false, letter: letter)
  }
  private static func solid(_ path: String, _ letter: String) -> Glyph {
    Glyph(path: path, isFilled: true, letter: letter)
  }
  private static let disc = "M12 2A10 10 0 1 1 12 22A10 10 0 1 1 12 2Z"

  private static let table: [String: Glyph] = [
    "app.fill": solid("M8 3H16A5 5 0 0 1 21 8V16A5 5 0 0 1 16 21H8A5 5 0 0 1 3 16V8A5 5 0 0 1 8 3Z", "■"),
    "arrow.down": line("M12 4V20M5 13L12 20L19 13", "↓"),
    "arrow.left": line("M20 12H4M11 5L4 12L11 19", "←"),
    "arrow.right": line("M4 12H20M13 5L20 12L13 19", "→"),
    "arrow.up": line("M12 20V4M5 11L12 4L19 11", "↑"),
    "arrow.clockwise": line("M19 12A7 7 0 1 1 16.5 6.6M17 2V7H12", "↻"),
    "bell.fill": solid("M12 2A7 7 0 0 0 5 9V14L3 18H21L19 14V9A7 7 0 0 0 12 2ZM9.5 19.5A2.6 2.6 0 0 0 14.5 19.5Z", "♪"),
    "bolt.fill": solid("M13 2L4 14H11L10 22L20 9H13Z", "ϟ"),
    "book.fill": solid("M11 6C9 4 5 4 2 5V19C5 18 9 18 11 20ZM13 6C15 4 19 4 22 5V19C19 18 15 18 13 20Z", "B"),
    "calendar": line("M4 6H20V20H4ZM4 10H20M8 3V7M16 3V7", "▦"),
    "chart.bar.fill": solid("M3 12H8V21H3ZM10 4H15V21H10ZM17 8H22V21H17Z", "▆"),
    "chart.pie.fill": solid("M11 3A9.5 9.5 0 1 0 21 13H11ZM14 1V10H23A9 9 0 0 0 14 1Z", "◔"),
    "checkmark": line("M4 13L10 19L20 5", "✓"),
    "checkmark.circle.fill": solid(
      "M12 2A10 10 0 1 1 12 22A10 10 0 1 1 12 2ZM6.5 12.5L10.5 16.5L17.5 8.5L16 7.2L10.4 13.6L7.8 11Z", "✓"),
    "chevron.down": line("M5 9L12 16L19 9", "⌄"),
    "chevron.left": line("M15 5L8 12L15 19", "‹"),
    "chevron.right": line("M9 5L16 12L9 19", "›"),
    "chevron.up": line("M5 15L12 8L19 15", "⌃"),
    "circle": line("M12 3A9 9 0 1 1 12 21A9 9 0 1 1 12 3Z", "○"),
    "circle.fill": solid(disc, "●"),
    "clock": line("M12 3A9 9 0 1 1 12 21A9 9 0 1 1 12 3ZM12 7V12L16 14", "◷"),
    "exclamationmark.triangle.fill": solid(
      "M12 2L23 21H1ZM11 9V15H13V9ZM11 17V19H13V17Z", "⚠"),
    "flame.fill": solid("M12 2C13 6 18 8 18 14A6 6 0 0 1 6 14C6 11 8 10 8 7C10 8 11 9 11 11C12 9 12.5 5 12 2Z", "♨"),
    "gamecontroller.fill": solid(
      "M7 6H17A6 6 0 0 1 23 13L21.5 18A2.5 2.5 0 0 1 17 18L15 16H9L7 18A2.5 2.5 0 0 1 2.5 18L1 13A6 6 0 0 1 7 6Z", "G"),
    "gearshape.fill": solid(
      "M10 2H14L15 5L18 6.5L21 6L23 9.5L21 12L23 14.5L21 18L18 17.5L15 19L14 22H10L9 19L6 17.5L3 18L1 14.5L3 12L1 9.5"
        + "L3 6L6 6.5L9 5ZM12 8A4 4 0 1 0 12 16A4 4 0 1 0 12 8Z", "⚙"),
    "globe": line("M12 3A9 9 0 1 1 12 21A9 9 0 1 1 12 3ZM3 12H21M12 3C8 7 8 17 12 21M12 3C16 7 16 17 12 21", "◍"),
    "hand.raised.fill": solid(
      "M7 11V5A1.5 1.5 0 0 1 10 5V10V3A1.5 1.5 0 0 1 13 3V10V4A1.5 1.5 0 0 1 16 4V11V7A1.5 1.5 0 0 1 19 7V15"
        + "A7 7 0 0 1 12 22C8 22 6.5 20 3 14A1.6 1.6 0 0 1 5.6 12.4L7 14Z", "✋"),
    "heart.fill": solid("M12 21C5 16 2 12 2 8A5 5 0 0 1 12 6A5 5 0 0 1 22 8C22 12 19 16 12 21Z", "♥"),
    "hourglass": line(
      "M6 3H18M6 21H18M7 3C7 9 12 10 12 12C12 14 7 15 7 21M17 3C17 9 12 10 12 12C12 14 17 15 17 21", "⧗"),
    "house.fill": solid("M12 3L22 12H19V21H14V15H10V21H5V12H2Z", "⌂"),
    "lock.fill": solid("M7 10V7A5 5 0 0 1 17 7V10H19V21H5V10ZM9 10H15V7A3 3 0 0 0 9 7Z", "L"),
    "minus": line("M5 12H19", "−"),
    "moon.fill": solid("M14 2A10 10 0 1 0 22 15A8.5 8.5 0 0 1 14 2Z", "☾"),
    "pause.fill": solid("M6 4H10V20H6ZM14 4H18V20H14Z", "‖"),
    "person.fill": solid("M12 3A4.5 4.5 0 1 1 12 12A4.5 4.5 0 1 1 12 3ZM3 21C3 16 7 14 12 14C17 14 21 16 21 21Z", "P"),
    "play.fill": solid("M6 3L20 12L6 21Z", "▶"),
    "plus": line("M12 5V19M5 12H19", "+"),
    "square.fill": solid("M4 4H20V20H4Z", "■"),
    "star.fill": solid("M12 2L15 9L22.5 9.5L16.5 14.3L18.5 21.6L12 17.5L5.5 21.6L7.5 14.3L1.5 9.5L9 9Z", "★"),
    "sun.max.fill": solid(
      "M12 7A5 5 0 1 1 12 17A5 5 0 1 1 12 7ZM11 1H13V5H11ZM11 19H13V23H11ZM1 11H5V13H1ZM19 11H23V13H19Z", "☀"),
    "xmark": line("M5 5L19 19M19 5L5 19", "✕"),
  ]
}
