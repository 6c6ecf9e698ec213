// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A modifier that can be applied to any view.
@MainActor @preconcurrency
public protocol ViewModifier {
  typealias Content = _ViewModifier_Content<Self>
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

/// The view to which a modifier is applied.
public struct _ViewModifier_Content<Modifier> {
  let view: any View
}

extension _ViewModifier_Content: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] { context.resolve(view) }

  package var share: Int { ResolveContext.share(of: view) }
}

/// A view with a modifier.
public struct ModifiedContent<Content, Modifier> {
  public var content: Content
  public var modifier: Modifier

  public init(content: Content, modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {}

extension ModifiedContent: PrimitiveView where Content: View, Modifier: ViewModifier {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    let inner = context.entering(ObjectIdentifier(Modifier.self))
    inner.install(in: modifier)
    return inner.resolve(modifier.body(content: _ViewModifier_Content(view: content)))
  }
}

nonisolated extension View {
  public func modifier<Modifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> {
    ModifiedContent(content: self, modifier: modifier)
  }
}

/// Combines two modifiers.
extension ViewModifier {
  public func concat<Other: ViewModifier>(_ modifier: Other) -> _ConcatenatedModifier<Self, Other> {
    _ConcatenatedModifier(first: self, second: modifier)
  }
}

public struct _ConcatenatedModifier<First: ViewModifier, Second: ViewModifier>: ViewModifier {
  let first: First
  let second: Second

  public func body(content: Content) -> some View { content.modifier(first).modifier(second) }
}
