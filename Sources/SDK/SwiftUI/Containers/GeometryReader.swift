// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
public import Foundation

/// A container whose content depends on the proposed size.
public struct GeometryReader<Content: View> {
  public var content: (GeometryProxy) -> Content

  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { self.content = content }
}

/// The geometry of a container: its proposed size.
public struct GeometryProxy: Sendable {
  public let size: CGSize

  public var safeAreaInsets: EdgeInsets { EdgeInsets() }

  public func frame(in coordinateSpace: CoordinateSpace) -> CGRect { CGRect(origin: .zero, size: size) }

  /// Returns the proposed size with the origin zero, because positions are not measured here.
  public func bounds(of coordinateSpace: CoordinateSpace) -> CGRect? { CGRect(origin: .zero, size: size) }
}

public enum CoordinateSpace: Hashable, @unchecked Sendable {
  // SAFETY: names are values of the developer's that are only compared.
  case global, local
  case named(AnyHashable)

  public static func named(_ name: some Hashable) -> CoordinateSpace { .named(AnyHashable(name)) }
}

/// The dimensions of a view, for alignment guides. They are not measured here.
public struct ViewDimensions: Equatable, Sendable {
  public var width: CGFloat
  public var height: CGFloat

  public subscript(guide: HorizontalAlignment) -> CGFloat { 0 }
  public subscript(guide: VerticalAlignment) -> CGFloat { 0 }
}

/// A custom alignment guide.
public protocol AlignmentID {
  static func defaultValue(in context: ViewDimensions) -> CGFloat
}

extension HorizontalAlignment {
  /// Creates a custom guide. Custom guides are not measured and align at the centre.
  public init(_ id: any AlignmentID.Type) { self = .center }
}

extension VerticalAlignment {
  public init(_ id: any AlignmentID.Type) { self = .center }
}

extension GeometryReader: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    let nodes = context.inStack.resolve(content(GeometryProxy(size: context.proposal)))
    var node = context.stack("zstack", nodes, align: "topLeading", spacing: nil)
    node.apply("frame", ["maxWidth": "fill", "maxHeight": "fill", "align": "topLeading"])
    return [node]
  }
}
