// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// No view at all.
public struct EmptyView: Sendable {
  public init() {}
}

extension EmptyView: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] { [] }

  package var share: Int { 0 }
}

/// A view whose type is not said.
public struct AnyView {
  let content: any View

  public init(_ view: some View) { content = view }

  public init(erasing view: some View) { content = view }
}

extension AnyView: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] { context.resolve(content) }

  package var share: Int { ResolveContext.share(of: content) }
}

/// Views that take modifiers together.
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
