// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
public import SwiftUI

/// A view in an app's window in which the host displays a report.
///
/// ### On Linux
/// The app receives no information about the report, not even whether it appeared. The frame is fixed before any data
/// is read.
public struct DeviceActivityReport {
  /// The name of a scene of the report extension.
  public struct Context: RawRepresentable, Hashable, Sendable {
    /// The name as text of 1 to 256 bytes.
    public var rawValue: String

    /// Creates a context.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Creates a context from its raw value.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  let context: Context
  let filter: DeviceActivityFilter

  /// - Parameter filter: The usage that the report receives, fixed before any data is read.
  public init(_ context: Context, filter: DeviceActivityFilter = DeviceActivityFilter()) {
    self.context = context
    self.filter = filter
  }

  /// Creates a report, with the signature of WWDC22.
  public init(context: Context, filter: DeviceActivityFilter = DeviceActivityFilter()) {
    self.init(context, filter: filter)
  }
}

extension DeviceActivityReport: PrimitiveView {
  /// The `report` node with the surface from the host. Before there is a surface, and outside a window, the node is
  /// empty.
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    guard context.session.destination == .window, let surface = context.session.reportSurface else {
      context.session.diagnose("view.unsupported", "A DeviceActivityReport can only be shown in an app's window.")
      return [TreeNode("unsupported", ["type": "DeviceActivityReport"])]
    }
    guard
      case .integer(let width) = context.thousandths(context.proposal.width, "report width"),
      case .integer(let height) = context.thousandths(context.proposal.height, "report height")
    else { return [] }
    let placement = ReportPlacement(
      path: context.path, context: self.context.rawValue, filter: filter.wire, width: width, height: height)
    guard let name = surface(placement) else { return [TreeNode("empty")] }
    return [
      TreeNode(
        "report", ["surface": .string(name), "frame": ["width": .integer(width), "height": .integer(height)]])
    ]
  }
}
