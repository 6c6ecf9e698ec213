// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The parameters of `presentReport`, which draws a report in the app's window. The host replies before it starts a
/// report process (PRIV-SF3).
public struct PresentReportParams: WireConvertible {
  public var context: String
  public var filter: ReportFilter
  public var frame: ViewFrame
  /// The surface to replace.
  public var surface: String?
  public var dismiss: Bool?

  public init(
    context: String, filter: ReportFilter, frame: ViewFrame, surface: String? = nil, dismiss: Bool? = nil
  ) {
    self.context = context
    self.filter = filter
    self.frame = frame
    self.surface = surface
    self.dismiss = dismiss
  }

  public var wire: WireValue {
    [
      "context": context.wire, "dismiss": dismiss?.wire, "filter": filter.wire, "frame": frame.wire,
      "surface": surface?.wire,
    ]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    context = try reader.name("context")
    filter = try reader.required("filter")
    frame = try reader.required("frame")
    surface = try reader.optionalName("surface", atMost: 16)
    dismiss = try reader.optional("dismiss")
    try reader.finish()
  }
}

public struct PresentReportResult: WireConvertible {
  /// The surface's ID: `s1`, `s2`, … within this process.
  public var surface: String
  /// The time at which the report or its placeholder appears, which reveals nothing; absent after `dismiss`.
  public var presentsAt: Int64?

  public init(surface: String, presentsAt: Int64?) {
    self.surface = surface
    self.presentsAt = presentsAt
  }

  public var wire: WireValue { ["presentsAt": presentsAt?.wire, "surface": surface.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    surface = try reader.name("surface", atMost: 16)
    presentsAt = try reader.optionalInteger("presentsAt", in: 0...WireLimits.latestTime)
    try reader.finish()
  }
}
