// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation

/// A view with another one behind or in front of it.
struct Layered<Content: View, Layer: View> {
  let content: Content
  let layer: Layer
  let name: String
  let alignment: Alignment
}

extension Layered: PrimitiveView {
  func resolve(in context: ResolveContext) -> [TreeNode] {
    let nodes = context.entering(0).resolve(content)
    // A layer is offered the size of what it lies on, as far as frames say it; else what that was offered itself
    // (VIEW-5).
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

/// A view cut to a shape.
struct Clipped<Content: View, Outline: Shape> {
  let content: Content
  let outline: Outline
  let name: String
}

extension Clipped: PrimitiveView {
  func resolve(in context: ResolveContext) -> [TreeNode] {
    var form = EncodedShape(outline, in: context)
    // A clip has no edges to stay from.
    if form.inset > 0 { form = EncodedShape(path: outline, in: context) }
    return context.resolve(content).map { node in
      var node = node
      node.apply(name, form.outline)
      return node
    }
  }

  var share: Int { ResolveContext.share(of: content) }
}
