// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
public import Foundation

/// Flexible space.
public struct Spacer: Sendable {
  let minLength: CGFloat?

  public init(minLength: CGFloat? = nil) { self.minLength = minLength }
}

extension Spacer: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    [TreeNode("spacer", ["minimum": minLength.map { context.thousandths($0, "spacer length") }])]
  }
}

/// A thin line that separates content.
public struct Divider: Sendable {
  public init() {}
}

extension Divider: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] { [TreeNode("divider")] }
}
