// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation

/// A view in a frame of fixed or bounded size.
struct Framed<Content: View> {
  let content: Content
  let alignment: Alignment
  var width: CGFloat?
  var height: CGFloat?
  var minWidth: CGFloat?
  var idealWidth: CGFloat?
  var maxWidth: CGFloat?
  var minHeight: CGFloat?
  var idealHeight: CGFloat?
  var maxHeight: CGFloat?
}

extension Framed: PrimitiveView {
  func resolve(in context: ResolveContext) -> [TreeNode] {
    let proposal = CGSize(
      width: offered(context.proposal.width, fixed: width, minimum: minWidth, maximum: maxWidth),
      height: offered(context.proposal.height, fixed: height, minimum: minHeight, maximum: maxHeight))
    return context.proposing(proposal).resolve(content).map { node in
      var node = node
      node.apply("frame", members(in: context))
      return node
    }
  }

  var share: Int { ResolveContext.share(of: content) }

  private func offered(_ length: CGFloat, fixed: CGFloat?, minimum: CGFloat?, maximum: CGFloat?) -> CGFloat {
    if let fixed { return fixed }
    return max(min(length, maximum ?? length), minimum ?? 0)
  }

  private func members(in context: ResolveContext) -> WireObject {
    func length(_ value: CGFloat?) -> WireValue? { value.map { context.thousandths($0, "frame length") } }
    func maximum(_ value: CGFloat?) -> WireValue? {
      value.map { $0 == .infinity ? "fill" : context.thousandths($0, "frame length") }
    }
    return [
      "width": length(width), "height": length(height),
      "minWidth": length(minWidth), "idealWidth": length(idealWidth), "maxWidth": maximum(maxWidth),
      "minHeight": length(minHeight), "idealHeight": length(idealHeight), "maxHeight": maximum(maxHeight),
      "align": alignment == .center ? nil : .string(alignment.word),
    ]
  }
}
