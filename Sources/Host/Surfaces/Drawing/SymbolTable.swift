// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The host's own drawings on a grid of 24 × 24 (VIEW-16): filled ones use the even-odd rule, lines are two units wide.
enum SymbolTable {
  static let glyphs: [String: SymbolArt.Glyph] = [
    "airplane": solid(
      "M12 2A1.6 1.6 0 0 1 13.6 4V9L22 14V16.5L13.6 14V18.5L16 20.5V22L12 21L8 22V20.5L10.4 18.5V14L2 16.5V14L10.4 9V4A1.6 1.6 0 0 1 12 2Z",
      "✈"),
    "alarm.fill": solid(
      "M12 4.5A8.5 8.5 0 1 1 12 21.5A8.5 8.5 0 1 1 12 4.5ZM11 8V14L15 16.5L16 15L13 13V8ZM2 7L6 3L7.4 4.4L3.4 8.4ZM22 7L18 3L16.6 4.4L20.6 8.4Z",
      "⏰"),
    "antenna.radiowaves.left.and.right": line(
      "M12 11V21M7 5A6 6 0 0 0 7 15M17 5A6 6 0 0 1 17 15M4 2A11 11 0 0 0 4 18M20 2A11 11 0 0 1 20 18", "⌁"),
    "app.badge.fill": solid(
      "M7 5H13A4.5 4.5 0 0 0 19 11V17A4 4 0 0 1 15 21H7A4 4 0 0 1 3 17V9A4 4 0 0 1 7 5ZM18.5 2A3.8 3.8 0 1 1 18.5 9.6A3.8 3.8 0 1 1 18.5 2Z",
      "▣"),
    "app.fill": solid("M8 3H16A5 5 0 0 1 21 8V16A5 5 0 0 1 16 21H8A5 5 0 0 1 3 16V8A5 5 0 0 1 8 3Z", "■"),
    "apps.iphone": line(
      "M8 2H16A2 2 0 0 1 18 4V20A2 2 0 0 1 16 22H8A2 2 0 0 1 6 20V4A2 2 0 0 1 8 2ZM9 7H11V9H9ZM13 7H15V9H13ZM9 12H11V14H9ZM13 12H15V14H13Z",
      "▯"),
    "arrow.backward": line("M20 12H4M11 5L4 12L11 19", "←"),
    "arrow.clockwise": line("M19 12A7 7 0 1 1 16.5 6.6M17 2V7H12", "↻"),
    "arrow.counterclockwise": line("M5 12A7 7 0 1 0 7.5 6.6M7 2V7H12", "↺"),
    "arrow.down": line("M12 4V20M5 13L12 20L19 13", "↓"),
    "arrow.down.right": line("M6 6L18 18M18 8V18H8", "↘"),
    "arrow.forward": line("M4 12H20M13 5L20 12L13 19", "→"),
    "arrow.left": line("M20 12H4M11 5L4 12L11 19", "←"),
    "arrow.right": line("M4 12H20M13 5L20 12L13 19", "→"),
    "arrow.triangle.2.circlepath": line("M5 10A7.5 7.5 0 0 1 18 7M19 14A7.5 7.5 0 0 1 6 17M18 3V7H14M6 21V17H10", "⟳"),
    "arrow.up": line("M12 20V4M5 11L12 4L19 11", "↑"),
    "arrow.up.right": line("M6 18L18 6M8 6H18V16", "↗"),
    "bag.fill": solid("M7 8V7A5 5 0 0 1 17 7V8H20L21 22H3L4 8ZM9 8H15V7A3 3 0 0 0 9 7Z", "▾"),
    "battery.100": solid(
      "M3 7H18A2 2 0 0 1 20 9V15A2 2 0 0 1 18 17H3A2 2 0 0 1 1 15V9A2 2 0 0 1 3 7ZM21 10H23V14H21Z", "▰"),
    "bed.double.fill": solid(
      "M2 5H4V13H20V11H22V20H20V17H4V20H2ZM6 8H11A1.5 1.5 0 0 1 12.5 9.5V12H5V9A1 1 0 0 1 6 8ZM14 8H18A2 2 0 0 1 20 10V12H14Z",
      "▬"),
    "bell.fill": solid("M12 2A7 7 0 0 0 5 9V14L3 18H21L19 14V9A7 7 0 0 0 12 2ZM9.5 19.5A2.6 2.6 0 0 0 14.5 19.5Z", "♪"),
    "bolt.fill": solid("M13 2L4 14H11L10 22L20 9H13Z", "ϟ"),
    "book.closed.fill": solid("M6 2H19V22H6A3 3 0 0 1 3 19V5A3 3 0 0 1 6 2ZM6 17H17V20H6A1.5 1.5 0 0 1 6 17Z", "B"),
    "book.fill": solid("M11 6C9 4 5 4 2 5V19C5 18 9 18 11 20ZM13 6C15 4 19 4 22 5V19C19 18 15 18 13 20Z", "B"),
    "bookmark.fill": solid("M6 2H18V22L12 17L6 22Z", "▮"),
    "brain.head.profile": line(
      "M9 22V18H6V14L4 13L6 9C6 5 9 2 13 2C17 2 20 5 20 9C20 12 18 13 17 15V22M10 8A2.5 2.5 0 0 1 15 8A2.5 2.5 0 0 1 14 12H11A2 2 0 0 1 10 8Z",
      "☺"),
    "briefcase.fill": solid(
      "M9 6V4H15V6H20A2 2 0 0 1 22 8V12H2V8A2 2 0 0 1 4 6ZM10.5 6H13.5V5.5H10.5ZM2 13.5H10V15H14V13.5H22V19A2 2 0 0 1 20 21H4A2 2 0 0 1 2 19Z",
      "▣"),
    "bubble.left.fill": solid(
      "M5 3H19A3 3 0 0 1 22 6V14A3 3 0 0 1 19 17H11L6 21V17H5A3 3 0 0 1 2 14V6A3 3 0 0 1 5 3Z", "◖"),
    "calendar": line("M4 6H20V20H4ZM4 10H20M8 3V7M16 3V7", "▦"),
    "camera.fill": solid(
      "M9 4H15L17 7H20A2 2 0 0 1 22 9V18A2 2 0 0 1 20 20H4A2 2 0 0 1 2 18V9A2 2 0 0 1 4 7H7ZM12 9A4.2 4.2 0 1 0 12 17.4A4.2 4.2 0 1 0 12 9Z",
      "◉"),
    "car.fill": solid(
      "M6 5H18L20.5 11A3 3 0 0 1 22 13.5V19H19V17H5V19H2V13.5A3 3 0 0 1 3.5 11ZM7.4 7L6 10.5H18L16.6 7ZM6 13A1.3 1.3 0 1 0 6 15.6A1.3 1.3 0 1 0 6 13ZM18 13A1.3 1.3 0 1 0 18 15.6A1.3 1.3 0 1 0 18 13Z",
      "▬"),
    "cart.fill": solid(
      "M1 3H5L6 6H22L20 15H8L8.5 17H20V19H7L4 5H1ZM9 20A1.6 1.6 0 1 0 9 23.2A1.6 1.6 0 1 0 9 20ZM18 20A1.6 1.6 0 1 0 18 23.2A1.6 1.6 0 1 0 18 20Z",
      "▽"),
    "chart.bar.fill": solid("M3 12H8V21H3ZM10 4H15V21H10ZM17 8H22V21H17Z", "▆"),
    "chart.bar.xaxis": line("M3 21H21M6 17V11M12 17V5M18 17V8", "▆"),
    "chart.line.uptrend.xyaxis": line("M3 3V21H21M6 16L11 10L14 13L20 6M16 6H20V10", "↗"),
    "chart.pie.fill": solid("M11 3A9.5 9.5 0 1 0 21 13H11ZM14 1V10H23A9 9 0 0 0 14 1Z", "◔"),
    "chart.xyaxis.line": line("M3 3V21H21M6 15L10 10L14 14L20 7", "⌁"),
    "checkmark": line("M4 13L10 19L20 5", "✓"),
    "checkmark.circle.fill": solid(
      "M12 2A10 10 0 1 1 12 22A10 10 0 1 1 12 2ZM6.5 12.5L10.5 16.5L17.5 8.5L16 7.2L10.4 13.6L7.8 11Z", "✓"),
    "checkmark.shield.fill": solid(
      "M12 1L21 4.5V11C21 17 17 21.5 12 23C7 21.5 3 17 3 11V4.5ZM7 12L11 16L17.5 9L16 7.6L11 13L8.4 10.6Z", "◆"),
    "chevron.backward": line("M15 5L8 12L15 19", "‹"),
    "chevron.down": line("M5 9L12 16L19 9", "⌄"),
    "chevron.forward": line("M9 5L16 12L9 19", "›"),
    "chevron.left": line("M15 5L8 12L15 19", "‹"),
    "chevron.right": line("M9 5L16 12L9 19", "›"),
    "chevron.up": line("M5 15L12 8L19 15", "⌃"),
    "circle": line("M12 3A9 9 0 1 1 12 21A9 9 0 1 1 12 3Z", "○"),
    "circle.fill": solid("M12 2A10 10 0 1 1 12 22A10 10 0 1 1 12 2Z", "●"),
    "clock": line("M12 3A9 9 0 1 1 12 21A9 9 0 1 1 12 3ZM12 7V12L16 14", "◷"),
    "clock.fill": solid("M12 2A10 10 0 1 1 12 22A10 10 0 1 1 12 2ZM11 6V13L16 16L17 14.3L13 12V6Z", "◷"),
    "cloud.fill": solid("M7 19A5 5 0 0 1 6.5 9.1A6 6 0 0 1 18 9.5A4.8 4.8 0 0 1 17.5 19Z", "☁"),
    "creditcard.fill": solid(
      "M4 5H20A2 2 0 0 1 22 7V8H2V7A2 2 0 0 1 4 5ZM2 11H22V17A2 2 0 0 1 20 19H4A2 2 0 0 1 2 17ZM5 14V16H10V14Z", "▭"),
    "crown.fill": solid("M3 18L1.5 7L7 11L12 4L17 11L22.5 7L21 18ZM3 19.5H21V21.5H3Z", "♛"),
    "cup.and.saucer.fill": solid(
      "M4 5H17V7H19A3.5 3.5 0 0 1 19 14H16.4A6 6 0 0 1 11 17.5H10A6 6 0 0 1 4 11.5ZM17 9V12H19A1.5 1.5 0 0 0 19 9ZM2 19H19V21H2Z",
      "◡"),
    "desktopcomputer": solid(
      "M4 3H20A2 2 0 0 1 22 5V15A2 2 0 0 1 20 17H14V19H17V21H7V19H10V17H4A2 2 0 0 1 2 15V5A2 2 0 0 1 4 3ZM4 5V13H20V5Z",
      "▭"),
    "doc.fill": solid("M6 2H13V9H20V20A2 2 0 0 1 18 22H6A2 2 0 0 1 4 20V4A2 2 0 0 1 6 2ZM14.5 2.5L19.5 7.5H14.5Z", "▤"),
    "doc.text.fill": solid(
      "M6 2H18A2 2 0 0 1 20 4V20A2 2 0 0 1 18 22H6A2 2 0 0 1 4 20V4A2 2 0 0 1 6 2ZM7 7V8.6H17V7ZM7 11V12.6H17V11ZM7 15V16.6H13V15Z",
      "▤"),
    "dumbbell.fill": solid("M5 6H8V11H16V6H19V8H22V16H19V18H16V13H8V18H5V16H2V8H5Z", "⊶"),
    "ellipsis": solid(
      "M5 10A2 2 0 1 1 5 14A2 2 0 1 1 5 10ZM12 10A2 2 0 1 1 12 14A2 2 0 1 1 12 10ZM19 10A2 2 0 1 1 19 14A2 2 0 1 1 19 10Z",
      "…"),
    "envelope.fill": solid("M3 5H21L12 12.5ZM2 6.5L12 14.7L22 6.5V17A2 2 0 0 1 20 19H4A2 2 0 0 1 2 17Z", "✉"),
    "exclamationmark": solid("M10.4 3H13.6L13.1 15H10.9ZM12 17.2A1.9 1.9 0 1 1 12 21A1.9 1.9 0 1 1 12 17.2Z", "!"),
    "exclamationmark.shield.fill": solid(
      "M12 1L21 4.5V11C21 17 17 21.5 12 23C7 21.5 3 17 3 11V4.5ZM10.8 6.5V13.5H13.2V6.5ZM12 15.3A1.5 1.5 0 1 0 12 18.3A1.5 1.5 0 1 0 12 15.3Z",
      "◆"),
    "exclamationmark.triangle.fill": solid("M12 2L23 21H1ZM11 9V15H13V9ZM11 17V19H13V17Z", "⚠"),
    "eye.fill": solid(
      "M12 5C18 5 22 10 23 12C22 14 18 19 12 19C6 19 2 14 1 12C2 10 6 5 12 5ZM12 8A4 4 0 1 0 12 16A4 4 0 1 0 12 8ZM12 10A2 2 0 1 1 12 14A2 2 0 1 1 12 10Z",
      "◉"),
    "face.smiling": line("M12 3A9 9 0 1 1 12 21A9 9 0 1 1 12 3ZM8.5 9.5V10M15.5 9.5V10M8 14A4.6 4.6 0 0 0 16 14", "☺"),
    "figure.2.and.child.holdinghands": solid(
      "M6 3A2 2 0 1 1 6 7A2 2 0 1 1 6 3ZM18 3A2 2 0 1 1 18 7A2 2 0 1 1 18 3ZM12 8.5A1.6 1.6 0 1 1 12 11.7A1.6 1.6 0 1 1 12 8.5ZM4 8H8L10.5 13H13.5L16 8H20L21 15H19.5V22H16.5V14L15 16H14V22H10V16H9L7.5 14V22H4.5V15H3Z",
      "♟"),
    "figure.run": line(
      "M14 4.5A1.5 1.5 0 1 1 14 4.510M7 10L11 8L14 10L17 13M13 10L10.5 14L14 17V22M10.5 14L8 18H4", "♟"),
    "figure.walk": line(
      "M12.5 4A1.5 1.5 0 1 1 12.5 4.010M8 12L12 8L15 11L18 12M12 8L11 14L14 17L15 22M11 14L9 18L7 22", "♟"),
    "flag.fill": solid("M4 2H6V3H20L17 8.5L20 14H6V22H4Z", "⚑"),
    "flame.fill": solid("M12 2C13 6 18 8 18 14A6 6 0 0 1 6 14C6 11 8 10 8 7C10 8 11 9 11 11C12 9 12.5 5 12 2Z", "♨"),
    "folder.fill": solid("M4 4H10L12 7H20A2 2 0 0 1 22 9V18A2 2 0 0 1 20 20H4A2 2 0 0 1 2 18V6A2 2 0 0 1 4 4Z", "▰"),
    "fork.knife": line("M6 3V8A3 3 0 0 0 12 8V3M9 3V21M18 21V3C15 4 14.5 10 15 13H18", "Ψ"),
    "forward.fill": solid("M3 5L12 12L3 19ZM12 5L21 12L12 19Z", "»"),
    "gamecontroller.fill": solid(
      "M7 6H17A6 6 0 0 1 23 13L21.5 18A2.5 2.5 0 0 1 17 18L15 16H9L7 18A2.5 2.5 0 0 1 2.5 18L1 13A6 6 0 0 1 7 6Z", "G"),
    "gearshape.fill": solid(
      "M10 2H14L15 5L18 6.5L21 6L23 9.5L21 12L23 14.5L21 18L18 17.5L15 19L14 22H10L9 19L6 17.5L3 18L1 14.5L3 12L1 9.5"
        + "L3 6L6 6.5L9 5ZM12 8A4 4 0 1 0 12 16A4 4 0 1 0 12 8Z", "⚙"),
    "gift.fill": solid(
      "M3 8H11V12H3ZM13 8H21V12H13ZM4 13.5H11V21H4ZM13 13.5H20V21H13ZM12 7C9 7 6 6 6.5 4C7 2 10.5 2.5 12 7C13.5 2.5 17 2 17.5 4C18 6 15 7 12 7Z",
      "▣"),
    "globe": line("M12 3A9 9 0 1 1 12 21A9 9 0 1 1 12 3ZM3 12H21M12 3C8 7 8 17 12 21M12 3C16 7 16 17 12 21", "◍"),
    "graduationcap.fill": solid(
      "M12 4L24 9.5L12 15L0 9.5ZM5 13.5L12 16.8L19 13.5V18C17 20 14.5 21 12 21C9.5 21 7 20 5 18ZM21 11.5H22.5V17H21Z",
      "▲"),
    "hand.raised.fill": solid(
      "M7 11V5A1.5 1.5 0 0 1 10 5V10V3A1.5 1.5 0 0 1 13 3V10V4A1.5 1.5 0 0 1 16 4V11V7A1.5 1.5 0 0 1 19 7V15"
        + "A7 7 0 0 1 12 22C8 22 6.5 20 3 14A1.6 1.6 0 0 1 5.6 12.4L7 14Z", "✋"),
    "hand.thumbsup.fill": solid(
      "M2 10H6V21H2ZM7.5 10L12 2A2.5 2.5 0 0 1 14.5 5L14 9H20A2 2 0 0 1 22 11.5L20 19A2.5 2.5 0 0 1 17.5 21H7.5Z", "☝"),
    "headphones": line("M4 15V12A8 8 0 0 1 20 12V15M4 14H7V20H5A1 1 0 0 1 4 19ZM20 14H17V20H19A1 1 0 0 0 20 19Z", "♫"),
    "heart.fill": solid("M12 21C5 16 2 12 2 8A5 5 0 0 1 12 6A5 5 0 0 1 22 8C22 12 19 16 12 21Z", "♥"),
    "hourglass": line(
      "M6 3H18M6 21H18M7 3C7 9 12 10 12 12C12 14 7 15 7 21M17 3C17 9 12 10 12 12C12 14 17 15 17 21", "⧗"),
    "hourglass.bottomhalf.filled": solid(
      "M5 2H19V4H18C18 8 15 10 13.5 12C15 14 18 16 18 20H19V22H5V20H6C6 16 9 14 10.5 12C9 10 6 8 6 4H5ZM8 4C8 7 11 9.5 12 11C13 9.5 16 7 16 4Z",
      "⧗"),
    "hourglass.tophalf.filled": solid(
      "M5 2H19V4H18C18 8 15 10 13.5 12C15 14 18 16 18 20H19V22H5V20H6C6 16 9 14 10.5 12C9 10 6 8 6 4H5ZM8 20C8 17 11 14.5 12 13C13 14.5 16 17 16 20Z",
      "⧗"),
    "house.fill": solid("M12 3L22 12H19V21H14V15H10V21H5V12H2Z", "⌂"),
    "info": solid("M12 3A2 2 0 1 1 12 7A2 2 0 1 1 12 3ZM9 9.5H13.5V18.5H15.5V21H8.5V18.5H10.5V12H9Z", "i"),
    "ipad": line("M6 2H18A2 2 0 0 1 20 4V20A2 2 0 0 1 18 22H6A2 2 0 0 1 4 20V4A2 2 0 0 1 6 2ZM10 19H14", "▯"),
    "iphone": line("M8 2H16A2 2 0 0 1 18 4V20A2 2 0 0 1 16 22H8A2 2 0 0 1 6 20V4A2 2 0 0 1 8 2ZM10 5H14", "▯"),
    "key.fill": solid(
      "M7 7A5 5 0 1 1 7 17A5 5 0 1 1 7 7ZM7 10A2 2 0 1 0 7 14A2 2 0 1 0 7 10ZM12 11H22V16H20V13H18V15H16V13H12Z", "⚷"),
    "laptopcomputer": solid(
      "M5 4H19A1.5 1.5 0 0 1 20.5 5.5V16H3.5V5.5A1.5 1.5 0 0 1 5 4ZM5.5 6V14H18.5V6ZM1 17.5H23A2.5 2.5 0 0 1 20.5 20H3.5A2.5 2.5 0 0 1 1 17.5Z",
      "▭"),
    "leaf.fill": solid(
      "M21 3C21 14 17 20 10 20C8 20 6.5 19.5 5.5 18.5L3 22L1.5 21L5 16C4 9 10 4 21 3ZM8 16C10 12 13 9.5 17 7.5C12.5 8.5 9 11.5 7 15Z",
      "❧"),
    "lightbulb.fill": solid(
      "M12 2A7 7 0 0 1 16 14.7V17H8V14.7A7 7 0 0 1 12 2ZM8.5 18.5H15.5V20H8.5ZM10 21.2H14V22.5H10Z", "✦"),
    "link": line(
      "M10 14A4 4 0 0 0 15.5 14L19 10.5A4 4 0 0 0 13.5 5L12 6.5M14 10A4 4 0 0 0 8.5 10L5 13.5A4 4 0 0 0 10.5 19L12 17.5",
      "∞"),
    "list.bullet": line("M9 6H21M9 12H21M9 18H21M4 6H4.2M4 12H4.2M4 18H4.2", "≡"),
    "location.fill": solid("M22 2L14 22L11.5 12.5L2 10Z", "➤"),
    "lock.fill": solid("M7 10V7A5 5 0 0 1 17 7V10H19V21H5V10ZM9 10H15V7A3 3 0 0 0 9 7Z", "L"),
    "lock.open.fill": solid("M14 10V7A4.5 4.5 0 0 1 23 7V9H21V7A2.5 2.5 0 0 0 16 7V10H18V21H4V10Z", "L"),
    "lock.shield.fill": solid(
      "M12 1L21 4.5V11C21 17 17 21.5 12 23C7 21.5 3 17 3 11V4.5ZM9.5 10V8.5A2.5 2.5 0 0 1 14.5 8.5V10H16V16H8V10ZM10.8 10H13.2V8.5A1.2 1.2 0 0 0 10.8 8.5Z",
      "L"),
    "magnifyingglass": line("M10.5 4A6.5 6.5 0 1 1 10.5 17A6.5 6.5 0 1 1 10.5 4ZM15.5 15.5L21 21", "⌕"),
    "map.fill": solid("M2 5L8 3V19L2 21ZM9.5 3L14.5 5V21L9.5 19ZM16 5L22 3V19L16 21Z", "▦"),
    "medal.fill": solid(
      "M7 1H17L14.5 8.5A7 7 0 1 1 9.5 8.5ZM12 10A5 5 0 1 0 12 20A5 5 0 1 0 12 10ZM12 11.5L13.2 14H15.5L13.6 15.7L14.3 18.3L12 16.8L9.7 18.3L10.4 15.7L8.5 14H10.8Z",
      "★"),
    "message.fill": solid(
      "M12 3C18 3 22 6.5 22 11C22 15.5 18 19 12 19C11 19 10 18.9 9 18.7L4 21.5L5 17C3 15.5 2 13.5 2 11C2 6.5 6 3 12 3Z",
      "◖"),
    "minus": line("M5 12H19", "−"),
    "moon.fill": solid("M14 2A10 10 0 1 0 22 15A8.5 8.5 0 0 1 14 2Z", "☾"),
    "moon.stars.fill": solid(
      "M11 4A9.5 9.5 0 1 0 20.5 15A8 8 0 0 1 11 4ZM18 1L19 4L22 5L19 6L18 9L17 6L14 5L17 4Z", "☾"),
    "moon.zzz.fill": solid(
      "M10 5A9 9 0 1 0 20 15A7.5 7.5 0 0 1 10 5ZM15 2H22V3.6L17.6 8.4H22V10H15V8.4L19.4 3.6H15Z", "☾"),
    "music.note": solid("M9 3L20 1V15.5A3.5 3.5 0 1 1 18 12.4V6L11 7.3V18.5A3.5 3.5 0 1 1 9 15.4Z", "♪"),
    "newspaper.fill": solid(
      "M2 4H18V18A2 2 0 0 0 20 20V8H22V18A2.5 2.5 0 0 1 19.5 20.5H4.5A2.5 2.5 0 0 1 2 18ZM4.5 7V11H9.5V7ZM11 7V8.5H16V7ZM11 10V11.5H16V10ZM4.5 13.5V15H16V13.5ZM4.5 16.5V18H16V16.5Z",
      "▤"),
    "nosign": line("M12 3A9 9 0 1 1 12 21A9 9 0 1 1 12 3ZM5.6 5.6L18.4 18.4", "⊘"),
    "octagon.fill": solid("M8 2H16L22 8V16L16 22H8L2 16V8Z", "⯃"),
    "paintbrush.fill": solid(
      "M20 2L22 4L13 15L9.5 11.5ZM8.5 12.7L11.8 16C12 20 8 22 2 21.5C4 20 3.5 18 4.5 15.5C5.3 13.5 7 12.6 8.5 12.7Z",
      "✎"),
    "paintpalette.fill": solid(
      "M12 2A10 10 0 1 0 12 22C14 22 14 20 13.3 19C12.5 17.5 13.5 16 15 16H18A4 4 0 0 0 22 12C22 6 17 2 12 2ZM7 8A1.5 1.5 0 1 1 7 11A1.5 1.5 0 1 1 7 8ZM12 5A1.5 1.5 0 1 1 12 8A1.5 1.5 0 1 1 12 5ZM17 8A1.5 1.5 0 1 1 17 11A1.5 1.5 0 1 1 17 8ZM6.5 13A1.5 1.5 0 1 1 6.5 16A1.5 1.5 0 1 1 6.5 13Z",
      "◍"),
    "paperplane.fill": solid("M22 2L15 22L11 13L2 9ZM19 5L6 9.3L11.5 11.8Z", "➤"),
    "pause.fill": solid("M6 4H10V20H6ZM14 4H18V20H14Z", "‖"),
    "pawprint.fill": solid(
      "M12 11C15 11 18 15 18 18C18 21 15 20.5 12 20.5C9 20.5 6 21 6 18C6 15 9 11 12 11ZM4.5 8A2 2.6 0 1 1 4.5 13.2A2 2.6 0 1 1 4.5 8ZM9 3A2.2 2.8 0 1 1 9 8.6A2.2 2.8 0 1 1 9 3ZM15 3A2.2 2.8 0 1 1 15 8.6A2.2 2.8 0 1 1 15 3ZM19.5 8A2 2.6 0 1 1 19.5 13.2A2 2.6 0 1 1 19.5 8Z",
      "∴"),
    "pencil": solid("M17 2L22 7L8 21L2 22L3 16ZM15.5 5.5L18.5 8.5L19.8 7.2L16.8 4.2Z", "✎"),
    "person.2.fill": solid(
      "M8.5 4A3.8 3.8 0 1 1 8.5 11.6A3.8 3.8 0 1 1 8.5 4ZM1 20C1 15.5 4.5 13.5 8.5 13.5C12.5 13.5 16 15.5 16 20ZM17 6A3 3 0 1 1 17 12A3 3 0 1 1 17 6ZM17.5 20C17.5 17.5 16.8 15.5 15.5 14C20 13.5 23 16 23 20Z",
      "P"),
    "person.3.fill": solid(
      "M12 4A3.3 3.3 0 1 1 12 10.6A3.3 3.3 0 1 1 12 4ZM6 19C6 14.5 9 12.5 12 12.5C15 12.5 18 14.5 18 19ZM4 7A2.4 2.4 0 1 1 4 11.8A2.4 2.4 0 1 1 4 7ZM0 19C0 15.5 2 13.8 5.5 13.8C4.6 15.2 4.3 17 4.3 19ZM20 7A2.4 2.4 0 1 1 20 11.8A2.4 2.4 0 1 1 20 7ZM24 19C24 15.5 22 13.8 18.5 13.8C19.4 15.2 19.7 17 19.7 19Z",
      "P"),
    "person.fill": solid("M12 3A4.5 4.5 0 1 1 12 12A4.5 4.5 0 1 1 12 3ZM3 21C3 16 7 14 12 14C17 14 21 16 21 21Z", "P"),
    "phone.fill": solid(
      "M6.5 2L10 7L8 9.5C9.5 12.5 11.5 14.5 14.5 16L17 14L22 17.5C21.5 20.5 19.5 22 17 22C9 21.5 2.5 15 2 7C2 4.5 3.5 2.5 6.5 2Z",
      "☎"),
    "photo.fill": solid(
      "M4 4H20A2 2 0 0 1 22 6V18A2 2 0 0 1 20 20H4A2 2 0 0 1 2 18V6A2 2 0 0 1 4 4ZM4 17H20L15 10L11 15L8.5 12.5ZM7.5 7A2 2 0 1 0 7.5 11A2 2 0 1 0 7.5 7Z",
      "▨"),
    "pin.fill": solid("M8 2H16L15 9L18 13V14.5H13V22H11V14.5H6V13L9 9Z", "⌖"),
    "play.fill": solid("M6 3L20 12L6 21Z", "▶"),
    "plus": line("M12 5V19M5 12H19", "+"),
    "power": line("M12 3V12M7 6A8 8 0 1 0 17 6", "⏻"),
    "puzzlepiece.fill": solid(
      "M3 8H8A2.6 2.6 0 1 1 13 8H18V13A2.6 2.6 0 1 1 18 18V22H13A2.6 2.6 0 1 0 8 22H3V17A2.6 2.6 0 1 0 3 12Z", "✚"),
    "questionmark": solid(
      "M7 9A5 5 0 1 1 14.5 13.2C13.5 13.8 13.3 14.3 13.3 15.5H10.7C10.7 13.3 11.3 12.2 13 11.2A2.4 2.4 0 1 0 9.7 9ZM12 17.2A1.9 1.9 0 1 1 12 21A1.9 1.9 0 1 1 12 17.2Z",
      "?"),
    "safari.fill": solid(
      "M12 2A10 10 0 1 1 12 22A10 10 0 1 1 12 2ZM17.5 6.5L10 10L6.5 17.5L14 14ZM12 10.8A1.2 1.2 0 1 1 12 13.2A1.2 1.2 0 1 1 12 10.8Z",
      "◍"),
    "scope": line("M12 4A8 8 0 1 1 12 20A8 8 0 1 1 12 4ZM12 1V8M12 16V23M1 12H8M16 12H23", "⌖"),
    "shield.fill": solid("M12 1L21 4.5V11C21 17 17 21.5 12 23C7 21.5 3 17 3 11V4.5Z", "◆"),
    "shield.lefthalf.filled": solid(
      "M12 1L21 4.5V11C21 17 17 21.5 12 23C7 21.5 3 17 3 11V4.5ZM12 3.2V20.8C16 19.5 19 16 19 11V5.9Z", "◧"),
    "slider.horizontal.3": line("M3 6H21M3 12H21M3 18H21M8 4V8M16 10V14M6 16V20", "≡"),
    "sparkles": solid(
      "M10 4L12 10L18 12L12 14L10 20L8 14L2 12L8 10ZM18 2L19 5L22 6L19 7L18 10L17 7L14 6L17 5ZM19 15L19.8 17.2L22 18L19.8 18.8L19 21L18.2 18.8L16 18L18.2 17.2Z",
      "✦"),
    "speaker.wave.2.fill": solid(
      "M2 9H6L12 4V20L6 15H2ZM14.5 8A5.5 5.5 0 0 1 14.5 16L13.5 14.6A3.6 3.6 0 0 0 13.5 9.4ZM17.5 5A9.5 9.5 0 0 1 17.5 19L16.4 17.5A7.5 7.5 0 0 0 16.4 6.5Z",
      "◁"),
    "square.and.arrow.up": line("M12 15V3M8 7L12 3L16 7M8 11H5V21H19V11H16", "⇪"),
    "square.fill": solid("M4 4H20V20H4Z", "■"),
    "square.grid.2x2.fill": solid("M3 3H11V11H3ZM13 3H21V11H13ZM3 13H11V21H3ZM13 13H21V21H13Z", "▦"),
    "square.grid.3x3.fill": solid(
      "M3 3H8V8H3ZM9.5 3H14.5V8H9.5ZM16 3H21V8H16ZM3 9.5H8V14.5H3ZM9.5 9.5H14.5V14.5H9.5ZM16 9.5H21V14.5H16ZM3 16H8V21H3ZM9.5 16H14.5V21H9.5ZM16 16H21V21H16Z",
      "▦"),
    "square.stack.3d.up.fill": solid(
      "M12 1L23 7L12 13L1 7ZM4 10.5L12 14.8L20 10.5L23 12L12 18L1 12ZM4 15.5L12 19.8L20 15.5L23 17L12 23L1 17Z", "▤"),
    "star.fill": solid("M12 2L15 9L22.5 9.5L16.5 14.3L18.5 21.6L12 17.5L5.5 21.6L7.5 14.3L1.5 9.5L9 9Z", "★"),
    "stop.fill": solid("M6 4H18A2 2 0 0 1 20 6V18A2 2 0 0 1 18 20H6A2 2 0 0 1 4 18V6A2 2 0 0 1 6 4Z", "■"),
    "stopwatch.fill": solid("M9 1H15V3H13V4.6A9 9 0 1 1 11 4.6V3H9ZM11 9V15H13V9ZM19.5 4.5L21.5 6.5L20 8L18 6Z", "◷"),
    "sun.max.fill": solid(
      "M12 7A5 5 0 1 1 12 17A5 5 0 1 1 12 7ZM11 1H13V5H11ZM11 19H13V23H11ZM1 11H5V13H1ZM19 11H23V13H19Z", "☀"),
    "sunrise.fill": solid(
      "M12 2L16 6H13V10H11V6H8ZM6 17A6 6 0 0 1 18 17ZM1 16H4V18H1ZM20 16H23V18H20ZM3 20H21V22H3Z", "☀"),
    "tag.fill": solid("M3 3H12L22 13L13 22L3 12ZM7.5 5.5A2 2 0 1 0 7.5 9.5A2 2 0 1 0 7.5 5.5Z", "◆"),
    "target": line(
      "M12 3A9 9 0 1 1 12 21A9 9 0 1 1 12 3ZM12 7.5A4.5 4.5 0 1 1 12 16.5A4.5 4.5 0 1 1 12 7.5ZM12 11.9V12.1", "◎"),
    "timer": line("M12 4A8.5 8.5 0 1 1 6 6.5M12 4V8M12 13L8.5 9.5", "◷"),
    "trash.fill": solid("M9 2H15V4H21V6H3V4H9ZM5 7.5H19L18 22H6ZM9 10V19H10.5V10ZM13.5 10V19H15V10Z", "⌫"),
    "trophy.fill": solid(
      "M6 2H18V4H22V8A4.5 4.5 0 0 1 17.5 12.3A6 6 0 0 1 13 15.5V18H17V21H7V18H11V15.5A6 6 0 0 1 6.5 12.3A4.5 4.5 0 0 1 2 8V4H6ZM4 6V8A2.5 2.5 0 0 0 6 10.2V6ZM18 6V10.2A2.5 2.5 0 0 0 20 8V6Z",
      "♕"),
    "tv.fill": solid(
      "M4 4H20A2 2 0 0 1 22 6V16A2 2 0 0 1 20 18H4A2 2 0 0 1 2 16V6A2 2 0 0 1 4 4ZM7 19.5H17V21H7Z", "▭"),
    "video.fill": solid(
      "M4 6H13A2 2 0 0 1 15 8V16A2 2 0 0 1 13 18H4A2 2 0 0 1 2 16V8A2 2 0 0 1 4 6ZM16.5 10L22 6.5V17.5L16.5 14Z", "▷"),
    "wifi": line("M2 9A14.5 14.5 0 0 1 22 9M5.5 13A9.5 9.5 0 0 1 18.5 13M9 16.7A4.5 4.5 0 0 1 15 16.7M12 20V20.1", "⌁"),
    "wrench.fill": solid(
      "M21 6A6 6 0 0 1 13.5 13L6 21.5A2.5 2.5 0 0 1 2.5 18L11 10.5A6 6 0 0 1 18 3L14.5 6.5L17.5 9.5Z", "⚒"),
    "xmark": line("M5 5L19 19M19 5L5 19", "✕"),
    "xmark.octagon.fill": solid(
      "M8 2H16L22 8V16L16 22H8L2 16V8ZM8.4 7L7 8.4L10.6 12L7 15.6L8.4 17L12 13.4L15.6 17L17 15.6L13.4 12L17 8.4L15.6 7L12 10.6Z",
      "✕"),
    "zzz": line("M3 12H10L3 20H10M13 4H20L13 11H20", "z"),
  ]

  /// The cut-out shapes of line drawings, which stay legible in a disc or a square.
  static let cuts: [String: String] = [
    "arrow.down": "M11 6H13V14L16 11L17.4 12.4L12 18L6.6 12.4L8 11L11 14Z",
    "arrow.left": "M18 11V13H10L13 16L11.6 17.4L6 12L11.6 6.6L13 8L10 11Z",
    "arrow.right": "M6 11V13H14L11 16L12.4 17.4L18 12L12.4 6.6L11 8L14 11Z",
    "arrow.up": "M11 18H13V10L16 13L17.4 11.6L12 6L6.6 11.6L8 13L11 10Z",
    "checkmark": "M6.5 12.5L10.5 16.5L17.5 8.5L16 7.2L10.4 13.6L7.8 11Z",
    "chevron.down": "M6.6 10.4L8 9L12 13L16 9L17.4 10.4L12 15.8Z",
    "chevron.left": "M13.6 6.6L15 8L11 12L15 16L13.6 17.4L8.2 12Z",
    "chevron.right": "M10.4 6.6L9 8L13 12L9 16L10.4 17.4L15.8 12Z",
    "chevron.up": "M6.6 13.6L8 15L12 11L16 15L17.4 13.6L12 8.2Z",
    "minus": "M7 11H17V13H7Z",
    "plus": "M11 7H13V11H17V13H13V17H11V13H7V11H11Z",
    "xmark": "M8.4 7L7 8.4L10.6 12L7 15.6L8.4 17L12 13.4L15.6 17L17 15.6L13.4 12L17 8.4L15.6 7L12 10.6Z",
  ]

  private static func line(_ path: String, _ letter: String) -> SymbolArt.Glyph {
    SymbolArt.Glyph(path: path, isFilled: false, letter: letter)
  }
  private static func solid(_ path: String, _ letter: String) -> SymbolArt.Glyph {
    SymbolArt.Glyph(path: path, isFilled: true, letter: letter)
  }
}
