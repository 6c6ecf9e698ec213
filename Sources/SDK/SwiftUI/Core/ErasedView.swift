// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A type-erased part of a control, as passed to a style.
public struct _ErasedView {
  let view: any View

  init(view: any View) { self.view = view }
}

extension _ErasedView: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] { context.resolve(view) }

  package var share: Int { ResolveContext.share(of: view) }
}
