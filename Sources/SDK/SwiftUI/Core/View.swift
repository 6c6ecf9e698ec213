// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A part of a widget, a report or a window.
///
/// ### On Linux
/// A body is evaluated once for each rendering (VIEW-1); what comes of it is a tree of data that the host lays out and
/// draws.
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

/// A view that becomes nodes itself; everything else is resolved through its body and leaves no trace (VIEW-3).
@MainActor
package protocol PrimitiveView: View where Body == Never {
  func resolve(in context: ResolveContext) -> [TreeNode]

  /// Among how many views a stack that holds this one divides its length (VIEW-5), as far as that shows before
  /// resolving.
  var share: Int { get }
}

extension PrimitiveView {
  public var body: Never { preconditionFailure("A primitive view has no body; it is resolved to nodes instead.") }

  package var share: Int { 1 }
}
