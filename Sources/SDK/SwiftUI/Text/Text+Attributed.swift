// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import FoundationShims

extension AttributeScopes {
  /// The attributes of an attributed string that a text draws.
  public struct SwiftUIAttributes: AttributeScope {
    public let font: FontAttribute
    public let foregroundColor: ForegroundColorAttribute
    public let backgroundColor: BackgroundColorAttribute
    public let strikethroughStyle: StrikethroughStyleAttribute
    public let underlineStyle: UnderlineStyleAttribute
    public let kern: KerningAttribute
    public let tracking: TrackingAttribute
    public let baselineOffset: BaselineOffsetAttribute
    public let foundation: FoundationAttributes

    public enum FontAttribute: AttributedStringKey {
      public typealias Value = Font
      public static let name = "SwiftUI.Font"
    }

    public enum ForegroundColorAttribute: AttributedStringKey {
      public typealias Value = Color
      public static let name = "SwiftUI.ForegroundColor"
    }

    /// Accepted; the tree's text has no background.
    public enum BackgroundColorAttribute: AttributedStringKey {
      public typealias Value = Color
      public static let name = "SwiftUI.BackgroundColor"
    }

    public enum StrikethroughStyleAttribute: AttributedStringKey {
      public typealias Value = Text.LineStyle
      public static let name = "SwiftUI.StrikethroughStyle"
    }

    public enum UnderlineStyleAttribute: AttributedStringKey {
      public typealias Value = Text.LineStyle
      public static let name = "SwiftUI.UnderlineStyle"
    }

    public enum KerningAttribute: AttributedStringKey {
      public typealias Value = CGFloat
      public static let name = "SwiftUI.Kern"
    }

    public enum TrackingAttribute: AttributedStringKey {
      public typealias Value = CGFloat
      public static let name = "SwiftUI.Tracking"
    }

    /// Accepted; text stays on its line.
    public enum BaselineOffsetAttribute: AttributedStringKey {
      public typealias Value = CGFloat
      public static let name = "SwiftUI.BaselineOffset"
    }
  }

  public var swiftUI: SwiftUIAttributes.Type { SwiftUIAttributes.self }
}

extension AttributeDynamicLookup {
  public subscript<Key: AttributedStringKey>(
    dynamicMember path: KeyPath<AttributeScopes.SwiftUIAttributes, Key>
  ) -> Key { self[Key.self] }
}

extension Text {
  /// Creates a text whose parts have the attributes' fonts, colours, lines and emphasis. A link is drawn as its words.
  @_disfavoredOverload
  public init(_ attributedContent: AttributedString) {
    self.init(.verbatim(""))
    let parts = attributedContent.runs.map { run in
      Part(content: .verbatim(String(attributedContent[run.range].characters)), changes: Self.changes(of: run))
    }
    if !parts.isEmpty { self.parts = parts }
  }

  private static func changes(of run: AttributedString.Runs.Run) -> [TextChange] {
    var changes: [TextChange] = []
    if let font = run.font { changes.append(.font(font)) }
    let intent = run.inlinePresentationIntent ?? []
    if intent.contains(.stronglyEmphasized) { changes.append(.weight(.bold)) }
    if intent.contains(.emphasized) { changes.append(.italic(true)) }
    if intent.contains(.code) { changes.append(.design(.monospaced)) }
    if intent.contains(.strikethrough) || run.strikethroughStyle != nil { changes.append(.strike(true)) }
    if run.underlineStyle != nil { changes.append(.underline(true)) }
    if let length = run.kern ?? run.tracking { changes.append(.kern(length)) }
    if let color = run.foregroundColor { changes.append(.paint(AnyShapeStyle(color))) }
    if run.link != nil, run.foregroundColor == nil { changes.append(.paint(AnyShapeStyle(.tint))) }
    return changes
  }
}
