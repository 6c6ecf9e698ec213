// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation

/// A view with padding. The padding is subtracted from its proposed size (VIEW-5).
struct Padded<Content: View> {
  let content: Content
  let insets: EdgeInsets
}

extension Padded: PrimitiveView {
  func resolve(in context: ResolveContext) -> [TreeNode] {
    let inner = context.proposing(
      CGSize(
        width: context.proposal.width - insets.leading - insets.trailing,
        height: context.proposal.height - insets.top - insets.bottom))
    return inner.resolve(content).map { node in
      var node = node
      node.apply(
        "padding",
        [
          "edges": .array(
            [insets.top, insets.leading, insets.bottom, insets.trailing].map { context.thousandths($0, "padding") })
        ])
      return node
    }
  }

  var share: Int { ResolveContext.share(of: content) }
}
