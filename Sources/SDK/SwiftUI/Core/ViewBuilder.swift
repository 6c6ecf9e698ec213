// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A result builder that combines the views of a closure.
@resultBuilder
public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

  public static func buildBlock() -> EmptyView { EmptyView() }

  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> {
    var children: [any View] = []
    for child in repeat each content { children.append(child) }
    return TupleView((repeat each content), children: children)
  }

  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

  public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
    _ConditionalContent(choice: .first(first))
  }

  public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
    _ConditionalContent(choice: .second(second))
  }

  public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { AnyView(content) }
}

/// Several views in sequence.
public struct TupleView<T> {
  public var value: T
  let children: [any View]

  init(_ value: T, children: [any View]) {
    self.value = value
    self.children = children
  }
}

extension TupleView: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    children.enumerated().flatMap { index, child in context.entering(index).resolve(child) }
  }

  package var share: Int { children.reduce(0) { $0 + ResolveContext.share(of: $1) } }
}

/// One of two views, from `if … else` or `switch`.
public struct _ConditionalContent<TrueContent, FalseContent> {
  enum Choice {
    case first(TrueContent)
    case second(FalseContent)
  }

  let choice: Choice
}

extension _ConditionalContent: View where TrueContent: View, FalseContent: View {}

extension _ConditionalContent: PrimitiveView where TrueContent: View, FalseContent: View {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    switch choice {
    case .first(let content): context.entering(true).resolve(content)
    case .second(let content): context.entering(false).resolve(content)
    }
  }

  package var share: Int {
    switch choice {
    case .first(let content): ResolveContext.share(of: content)
    case .second(let content): ResolveContext.share(of: content)
    }
  }
}

extension Optional: View where Wrapped: View {}

extension Optional: PrimitiveView where Wrapped: View {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    switch self {
    case .some(let content): context.entering(true).resolve(content)
    case .none: []
    }
  }

  package var share: Int { map { ResolveContext.share(of: $0) } ?? 0 }
}
