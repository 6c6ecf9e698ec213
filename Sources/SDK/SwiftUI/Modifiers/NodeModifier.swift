// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A view whose nodes are changed after resolving.
package struct NodeModified<Content: View> {
  let content: Content
  let change: (inout TreeNode, ResolveContext) -> Void
}

extension NodeModified: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    context.resolve(content).map { node in
      var node = node
      change(&node, context)
      return node
    }
  }

  package var share: Int { ResolveContext.share(of: content) }
}

/// A view that is resolved in a changed environment.
package struct EnvironmentModified<Content: View> {
  let content: Content
  let change: (inout EnvironmentValues) -> Void
}

extension EnvironmentModified: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    let inner = context.with(change)
    let nodes = inner.resolve(content)
    let isTurned = inner.environment.layoutDirection != context.environment.layoutDirection
    return isTurned ? nodes.map(LayoutMirror.mirrored) : nodes
  }

  package var share: Int { ResolveContext.share(of: content) }
}

/// A view that records a value in the session, such as a lifecycle closure or a title.
package struct SessionModified<Content: View> {
  let content: Content
  let note: (ResolveContext) -> Void
}

extension SessionModified: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    note(context)
    return context.entering(0).resolve(content)
  }

  package var share: Int { ResolveContext.share(of: content) }
}

nonisolated extension View {
  package func changingNodes(_ change: @escaping (inout TreeNode, ResolveContext) -> Void) -> NodeModified<Self> {
    NodeModified(content: self, change: change)
  }

  package func changingEnvironment(_ change: @escaping (inout EnvironmentValues) -> Void) -> EnvironmentModified<Self> {
    EnvironmentModified(content: self, change: change)
  }

  package func noting(_ note: @escaping (ResolveContext) -> Void) -> SessionModified<Self> {
    SessionModified(content: self, note: note)
  }
}
