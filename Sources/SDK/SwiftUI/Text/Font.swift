// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A font by text style or by size. The host uses its own fonts to measure and draw.
public struct Font: Hashable, Sendable {
  public enum TextStyle: CaseIterable, Hashable, Sendable {
    case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2
  }

  public struct Weight: Hashable, Sendable {
    let word: String
    public static let ultraLight = Weight(word: "ultraLight")
    public static let thin = Weight(word: "thin")
    public static let light = Weight(word: "light")
    public static let regular = Weight(word: "regular")
    public static let medium = Weight(word: "medium")
    public static let semibold = Weight(word: "semibold")
    public static let bold = Weight(word: "bold")
    public static let heavy = Weight(word: "heavy")
    public static let black = Weight(word: "black")
  }

  public enum Design: Hashable, Sendable {
    case `default`, rounded, serif, monospaced
  }

  public struct Width: Hashable, Sendable {
    public static let compressed = Width()
    public static let condensed = Width()
    public static let standard = Width()
    public static let expanded = Width()
  }

  public enum Leading: Hashable, Sendable {
    case standard, tight, loose
  }

  enum Size: Hashable {
    case style(TextStyle)
    case points(CGFloat)
  }

  let size: Size
  var ownWeight: Weight?
  var ownDesign: Design?
  var isItalic = false
  var hasMonospacedDigits = false
  /// The name of a custom font, which is replaced by the system font (`font.custom`).
  var customName: String?

  init(_ size: Size, weight: Weight? = nil, design: Design? = nil) {
    self.size = size
    ownWeight = weight
    ownDesign = design
  }

  public static let largeTitle = Font(.style(.largeTitle))
  public static let title = Font(.style(.title))
  public static let title2 = Font(.style(.title2))
  public static let title3 = Font(.style(.title3))
  public static let headline = Font(.style(.headline))
  public static let subheadline = Font(.style(.subheadline))
  public static let body = Font(.style(.body))
  public static let callout = Font(.style(.callout))
  public static let footnote = Font(.style(.footnote))
  public static let caption = Font(.style(.caption))
  public static let caption2 = Font(.style(.caption2))

  public static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font {
    Font(.points(size), weight: weight, design: design)
  }

  public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
    Font(.style(style), weight: weight, design: design)
  }

  public static func custom(_ name: String, size: CGFloat, relativeTo textStyle: TextStyle = .body) -> Font {
    var font = Font(.points(size))
    font.customName = name
    return font
  }

  public static func custom(_ name: String, fixedSize: CGFloat) -> Font { custom(name, size: fixedSize) }

  public func weight(_ weight: Weight) -> Font { changed { $0.ownWeight = weight } }
  public func bold() -> Font { weight(.bold) }
  public func italic() -> Font { changed { $0.isItalic = true } }
  public func monospaced() -> Font { changed { $0.ownDesign = .monospaced } }
  public func monospacedDigit() -> Font { changed { $0.hasMonospacedDigits = true } }
  /// Has no effect, because the host's font has only one width.
  public func width(_ width: Width) -> Font { self }
  public func leading(_ leading: Leading) -> Font { self }
  public func lowercaseSmallCaps() -> Font { self }
  public func uppercaseSmallCaps() -> Font { self }
  public func smallCaps() -> Font { self }

  private func changed(_ change: (inout Font) -> Void) -> Font {
    var copy = self
    change(&copy)
    return copy
  }
}
