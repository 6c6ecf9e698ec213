// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
public import Foundation

/// A view that depends on the size it is offered (V5).
public struct GeometryReader<Content: View> {
  public var content: (GeometryProxy) -> Content

  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { self.content = content }
}

/// The proposed size.
public struct GeometryProxy: Sendable {
  public let size: CGSize

  public var safeAreaInsets: EdgeInsets { EdgeInsets() }

  public func frame(in coordinateSpace: CoordinateSpace) -> CGRect { CGRect(origin: .zero, size: size) }
}

public enum CoordinateSpace: Hashable, Sendable {
  case global, local
}

extension GeometryReader: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [ViewNode] {
    let nodes = context.inStack.resolve(content(GeometryProxy(size: context.proposal)))
    var node = context.stack("zstack", nodes, align: "topLeading", spacing: nil)
    node.apply("frame", ["maxWidth": "fill", "maxHeight": "fill", "align": "topLeading"])
    return [node]
  }
}
