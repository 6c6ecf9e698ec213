// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation

/// A view with another view behind or in front of it.
struct Layered<Content: View, Layer: View> {
  let content: Content
  let layer: Layer
  let name: String
  let alignment: Alignment
}

extension Layered: PrimitiveView {
  func resolve(in context: ResolveContext) -> [TreeNode] {
    let nodes = context.entering(0).resolve(content)
    // Propose to the layer the size of the view it lies on, if frames determine it, or else the size proposed to that
    // view (VIEW-5).
    let size = nodes.first?.framedSize(in: context.proposal) ?? context.proposal
    let layer = context.proposing(size).entering(1).resolve(layer)
    return nodes.map { node in
      guard !layer.isEmpty else { return node }
      var node = node
      node.apply(
        name,
        [
          "node": ResolveContext.joined(layer, in: "zstack").wire,
          "align": alignment == .center ? nil : .string(alignment.word),
        ])
      return node
    }
  }

  var share: Int { ResolveContext.share(of: content) }
}

/// A view clipped to a shape.
struct Clipped<Content: View, Outline: Shape> {
  let content: Content
  let outline: Outline
  let name: String
}

extension Clipped: PrimitiveView {
  func resolve(in context: ResolveContext) -> [TreeNode] {
    var form = EncodedShape(outline, in: context)
    // An inset is relative to the edges of a space, which a clip does not have.
    if form.inset > 0 { form = EncodedShape(path: outline, in: context) }
    return context.resolve(content).map { node in
      var node = node
      node.apply(name, form.outline)
      return node
    }
  }

  var share: Int { ResolveContext.share(of: content) }
}
