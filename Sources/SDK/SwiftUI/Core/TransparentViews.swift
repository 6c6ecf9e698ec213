// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A view without content.
public struct EmptyView: Sendable {
  public init() {}
}

extension EmptyView: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] { [] }

  package var share: Int { 0 }
}

/// A type-erased view.
public struct AnyView {
  let content: any View

  public init(_ view: some View) { content = view }

  public init(erasing view: some View) { content = view }
}

extension AnyView: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] { context.resolve(content) }

  package var share: Int { ResolveContext.share(of: content) }
}

/// A group of views to which modifiers are applied together.
public struct Group<Content> {
  let content: Content
}

extension Group: View where Content: View {
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

extension Group: PrimitiveView where Content: View {
  package func resolve(in context: ResolveContext) -> [TreeNode] { context.resolve(content) }

  package var share: Int { ResolveContext.share(of: content) }
}
