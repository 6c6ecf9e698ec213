// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
public import Publishing

nonisolated extension View {
  public func environment<Value>(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some View {
    changingEnvironment { $0[keyPath: keyPath] = value }
  }

  public func environment<Object: AnyObject>(_ object: Object?) -> some View {
    changingEnvironment { if let object { $0.setObject(object, as: Object.self) } }
  }

  public func environmentObject<Object: ObservableObject>(_ object: Object) -> some View {
    changingEnvironment { $0.setObject(object, as: Object.self) }
  }

  public func transformEnvironment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, transform: @escaping (inout Value) -> Void
  ) -> some View {
    changingEnvironment { transform(&$0[keyPath: keyPath]) }
  }

  public func disabled(_ disabled: Bool) -> some View {
    changingEnvironment { $0.isEnabled = $0.isEnabled && !disabled }
  }

  public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View {
    changingEnvironment { $0.dynamicTypeSize = size }
  }

  public func foregroundStyle(_ style: some ShapeStyle) -> some View { Painted(content: self, style: style) }

  public func foregroundStyle(_ primary: some ShapeStyle, _ secondary: some ShapeStyle) -> some View {
    Painted(content: self, style: primary)
  }

  public func foregroundStyle(
    _ primary: some ShapeStyle, _ secondary: some ShapeStyle, _ tertiary: some ShapeStyle
  ) -> some View {
    Painted(content: self, style: primary)
  }

  public func backgroundStyle(_ style: some ShapeStyle) -> some View { self }

  public func dynamicTypeSize(_ range: some RangeExpression<DynamicTypeSize>) -> some View { self }

  public func foregroundColor(_ color: Color?) -> some View {
    Painted(content: self, style: color.map { AnyShapeStyle($0) } ?? AnyShapeStyle(Color.primary))
  }

  public func tint(_ tint: (some ShapeStyle)?) -> some View {
    Tinted(content: self, style: tint.map { AnyShapeStyle($0) })
  }

  public func tint(_ tint: Color?) -> some View { Tinted(content: self, style: tint.map { AnyShapeStyle($0) }) }

  public func accentColor(_ color: Color?) -> some View { tint(color) }

  // MARK: - Redaction (VIEW-11)

  public func redacted(reason: RedactionReasons) -> some View {
    changingEnvironment { $0.redactionReasons.formUnion(reason) }
  }

  public func unredacted() -> some View { changingEnvironment { $0.redactionReasons = [] } }

  public func privacySensitive(_ sensitive: Bool = true) -> some View {
    changingEnvironment { $0.isSensitive = sensitive }.changingNodes { node, _ in
      if sensitive { node.members["sensitive"] = true }
    }
  }

  public func invalidatableContent(_ invalidatable: Bool = true) -> some View {
    changingNodes { node, _ in if invalidatable { node.members["invalidatable"] = true } }
  }
}

/// A view whose text, symbols and shapes are drawn in a style.
struct Painted<Content: View, Style: ShapeStyle> {
  let content: Content
  let style: Style
}

extension Painted: PrimitiveView {
  func resolve(in context: ResolveContext) -> [TreeNode] {
    let paint = style.paint(in: context)
    return context.with { $0.foreground = paint }.resolve(content)
  }

  var share: Int { ResolveContext.share(of: content) }
}

/// A view whose accents are drawn in a style.
struct Tinted<Content: View> {
  let content: Content
  let style: AnyShapeStyle?
}

extension Tinted: PrimitiveView {
  func resolve(in context: ResolveContext) -> [TreeNode] {
    let paint = style?.paint(in: context)
    return context.with { $0.tint = paint }.resolve(content)
  }

  var share: Int { ResolveContext.share(of: content) }
}
