// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A part of the user interface of a widget, a report or a window.
///
/// ### On Linux
/// A body is evaluated once per rendering. The result is a tree of data that the host lays out and draws.
@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  public var body: Never {
    preconditionFailure("Never has no values, so its body is not called.")
  }
}

/// A view that resolves to nodes directly. Every other view is resolved through its body and is not in the tree
/// (VIEW-3).
@MainActor
package protocol PrimitiveView: View where Body == Never {
  func resolve(in context: ResolveContext) -> [TreeNode]

  /// The number of views into which this view expands for dividing the length of a stack (VIEW-5), as far as it is
  /// known before resolving.
  var share: Int { get }
}

extension PrimitiveView {
  public var body: Never { preconditionFailure("A primitive view has no body. It is resolved to nodes instead.") }

  package var share: Int { 1 }
}
