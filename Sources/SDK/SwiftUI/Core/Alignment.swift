// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public struct Alignment: Hashable, Sendable {
  public var horizontal: HorizontalAlignment
  public var vertical: VerticalAlignment

  public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  public static let center = Alignment(horizontal: .center, vertical: .center)
  public static let leading = Alignment(horizontal: .leading, vertical: .center)
  public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
  public static let top = Alignment(horizontal: .center, vertical: .top)
  public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
  public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
  public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
  public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
  public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)

  public static let leadingFirstTextBaseline = Alignment(horizontal: .leading, vertical: .firstTextBaseline)
  public static let centerFirstTextBaseline = Alignment(horizontal: .center, vertical: .firstTextBaseline)
  public static let trailingFirstTextBaseline = Alignment(horizontal: .trailing, vertical: .firstTextBaseline)
  public static let leadingLastTextBaseline = Alignment(horizontal: .leading, vertical: .lastTextBaseline)
  public static let trailingLastTextBaseline = Alignment(horizontal: .trailing, vertical: .lastTextBaseline)

  /// One of the nine alignment words of the tree. A baseline counts as the middle if both axes matter.
  var word: String {
    let vertical = ["top": "top", "bottom": "bottom"][vertical.word] ?? ""
    let horizontal = horizontal == .center ? "" : horizontal.word
    if vertical.isEmpty { return horizontal.isEmpty ? "center" : horizontal }
    return vertical + (horizontal.first.map { $0.uppercased() + horizontal.dropFirst() } ?? "")
  }
}

public struct HorizontalAlignment: Hashable, Sendable {
  let word: String

  public static let leading = HorizontalAlignment(word: "leading")
  public static let center = HorizontalAlignment(word: "center")
  public static let trailing = HorizontalAlignment(word: "trailing")
}

public struct VerticalAlignment: Hashable, Sendable {
  let word: String

  public static let top = VerticalAlignment(word: "top")
  public static let center = VerticalAlignment(word: "center")
  public static let bottom = VerticalAlignment(word: "bottom")
  public static let firstTextBaseline = VerticalAlignment(word: "firstBaseline")
  public static let lastTextBaseline = VerticalAlignment(word: "lastBaseline")
}

public enum TextAlignment: Hashable, Sendable, CaseIterable {
  case leading, center, trailing

  var word: String {
    switch self {
    case .leading: "leading"
    case .center: "center"
    case .trailing: "trailing"
    }
  }
}
