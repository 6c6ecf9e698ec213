// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

nonisolated extension View {
  public func mask(alignment: Alignment = .center, @ViewBuilder _ mask: () -> some View) -> some View {
    Masked(content: self, mask: mask())
  }

  @_disfavoredOverload
  public func mask(_ mask: some View) -> some View { Masked(content: self, mask: mask) }
}

/// A view masked by another view. The tree can only clip to shapes, but a paint masked by text is text in that paint.
struct Masked<Content: View, Mask: View> {
  let content: Content
  let mask: Mask
}

extension Masked: PrimitiveView {
  func resolve(in context: ResolveContext) -> [TreeNode] {
    if let shape = mask as? any Shape {
      return context.resolve(Clipped(content: content, outline: AnyShape(shape), name: "mask"))
    }
    if let paint = content as? any ShapeStyle {
      return context.resolve(Painted(content: mask, style: AnyShapeStyle(paint)))
    }
    context.session.diagnose("view.dropped", "A mask that is not a shape is ignored; the view is drawn without it.")
    return context.resolve(content)
  }

  var share: Int { ResolveContext.share(of: content) }
}
