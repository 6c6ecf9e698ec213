// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
public import SwiftUI

/// A place in an app's window where the host shows a report.
///
/// ### On Linux
/// The app learns nothing of it, not even whether it appeared (R1): the frame is fixed before any data is read.
public struct DeviceActivityReport {
  /// Which of the extension's scenes.
  public struct Context: RawRepresentable, Hashable, Sendable {
    /// 1 to 256 bytes (§4).
    public var rawValue: String

    /// A context as it is written in sources.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// A context as it is stored.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  let context: Context
  let filter: DeviceActivityFilter

  /// - Parameter filter: what the report may see; it is fixed before any data is read (R1).
  public init(_ context: Context, filter: DeviceActivityFilter = DeviceActivityFilter()) {
    self.context = context
    self.filter = filter
  }

  /// The spelling of WWDC22.
  public init(context: Context, filter: DeviceActivityFilter = DeviceActivityFilter()) {
    self.init(context, filter: filter)
  }
}

extension DeviceActivityReport: PrimitiveView {
  /// The `report` node with the surface the host gave; until there is one, and outside a window, an empty place.
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    guard context.session.destination == .window, let surface = context.session.reportSurface else {
      context.session.diagnose("view.unsupported", "A DeviceActivityReport is shown in an app's window only.")
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
