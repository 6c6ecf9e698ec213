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

/// A view cut to another one. The tree cuts to shapes only; a paint that is cut to words is words in that paint.
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
    context.session.diagnose("view.dropped", "A mask that is no shape is not drawn; the view is drawn whole.")
    return context.resolve(content)
  }

  var share: Int { ResolveContext.share(of: content) }
}
