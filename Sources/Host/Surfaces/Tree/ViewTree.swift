// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// A checked view tree, the only form that is stored, compared and drawn (VIEW-19).
package struct ViewTree: Hashable, Sendable {
  package let root: ViewNode
  package let nodeCount: Int
  /// The names of pictures and colours that the family's assets lack, for which nothing is drawn.
  package let missingAssets: Set<String>

  /// Decodes and checks a tree from an extension.
  ///
  /// - Throws: `ViewFault`. One fault refuses the whole tree (VIEW-20).
  package init(_ value: WireValue, in context: ViewContext) throws(ViewFault) {
    var decoder = TreeDecoder(context: context)
    root = try decoder.root(value)
    nodeCount = decoder.nodes
    missingAssets = decoder.missing.names
    let bytes = CanonicalSize.of(root.wire)
    guard bytes <= context.limits.canonicalBytes else {
      throw ViewFault(
        "view.bytes", at: "", "has \(bytes) bytes in canonical form; \(context.limits.canonicalBytes) are allowed")
    }
  }

  /// Creates a tree of the host's own, such as a shield, numbered like a decoded one.
  package init(host node: ViewNode) {
    var counter = 0
    root = node.numbered(from: &counter)
    nodeCount = counter
    missingAssets = []
  }

  /// The canonical form.
  package var wire: WireValue { root.wire }
}
