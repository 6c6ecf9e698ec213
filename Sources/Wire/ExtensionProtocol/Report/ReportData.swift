// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The parameters of `data`: a frame of the usage for a report, depth first (`wire.md#perform`).
public struct ReportData: WireConvertible {
  public static let elementsPerFrame = 256

  public var request: RequestID
  /// The frame's number, counted from 1.
  public var frame: Int64
  public var elements: [ReportElement]
  /// Indicates whether this is the last frame, which may be empty.
  public var isEnd: Bool

  public init(request: RequestID, frame: Int64, elements: [ReportElement], isEnd: Bool) {
    self.request = request
    self.frame = frame
    self.elements = elements
    self.isEnd = isEnd
  }

  public var wire: WireValue {
    ["elements": elements.wire, "end": isEnd.wire, "frame": frame.wire, "request": request.wire]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    request = try reader.required("request")
    frame = try reader.required("frame")
    elements = try reader.list("elements", atMost: Self.elementsPerFrame)
    isEnd = try reader.required("end")
    try reader.finish()
  }
}

extension ReportData {
  /// The usage of a report in frames, each of at most ``elementsPerFrame`` elements and `WireLimits.dataLineBytes`. Only
  /// the last one, which may be empty, is marked as the end.
  package static func frames(_ elements: [ReportElement], request: RequestID) -> [ReportData] {
    let empty = ReportData(request: request, frame: WireLimits.largestInteger, elements: [], isEnd: false)
    let envelope = Envelope.notification(method: Method.data.rawValue, params: empty.wire).wire.canonicalBytes
    // A line ends with LF.
    let room = WireLimits.dataLineBytes - envelope - 1
    var parts: [[ReportElement]] = [[]]
    var bytes = 0
    for element in elements {
      // With the comma behind it.
      let size = element.wire.canonicalBytes + 1
      if parts[parts.count - 1].count == elementsPerFrame || bytes + size > room {
        parts.append([])
        bytes = 0
      }
      parts[parts.count - 1].append(element)
      bytes += size
    }
    if parts[parts.count - 1].count == elementsPerFrame { parts.append([]) }
    return parts.enumerated().map { index, part in
      ReportData(request: request, frame: Int64(index + 1), elements: part, isEnd: index == parts.count - 1)
    }
  }
}

/// One level of the usage tree: device › segment › category › application and web domain.
public enum ReportElement: Hashable, Sendable {
  case device(role: String, model: String, updated: Int64)
  case segment(ReportSegment)
  case category(token: WireToken, name: String, totalMs: Int64)
  case application(
    token: WireToken, name: String, bundleID: String?, totalMs: Int64, pickups: Int64, notifications: Int64)
  case webDomain(token: WireToken, domain: String, totalMs: Int64)
  /// A kind of a newer host, which an extension skips.
  case unknown(kind: String)
}

public struct ReportSegment: Hashable, Sendable {
  public var start: Int64
  public var end: Int64
  public var totalMs: Int64
  public var longest: Span?
  public var firstPickup: Int64?
  /// The number of pickups that did not open an application.
  public var pickups: Int64

  public struct Span: Hashable, Sendable {
    public var start: Int64
    public var end: Int64

    public init(start: Int64, end: Int64) {
      self.start = start
      self.end = end
    }
  }

  public init(
    start: Int64, end: Int64, totalMs: Int64, longest: Span? = nil, firstPickup: Int64? = nil, pickups: Int64 = 0
  ) {
    self.start = start
    self.end = end
    self.totalMs = totalMs
    self.longest = longest
    self.firstPickup = firstPickup
    self.pickups = pickups
  }
}

extension ReportElement: WireConvertible {
  public var wire: WireValue {
    switch self {
    case .device(let role, let model, let updated):
      ["kind": "device", "model": model.wire, "role": role.wire, "updated": updated.wire]
    case .segment(let segment):
      [
        "end": segment.end.wire, "firstPickup": segment.firstPickup?.wire, "kind": "segment",
        "longest": segment.longest?.wire, "pickups": segment.pickups.wire, "start": segment.start.wire,
        "totalMs": segment.totalMs.wire,
      ]
    case .category(let token, let name, let totalMs):
      ["kind": "category", "name": name.wire, "token": token.wire, "totalMs": totalMs.wire]
    case .application(let token, let name, let bundleID, let totalMs, let pickups, let notifications):
      [
        "bundleID": bundleID?.wire, "kind": "application", "name": name.wire, "notifications": notifications.wire,
        "pickups": pickups.wire, "token": token.wire, "totalMs": totalMs.wire,
      ]
    case .webDomain(let token, let domain, let totalMs):
      ["domain": domain.wire, "kind": "webDomain", "token": token.wire, "totalMs": totalMs.wire]
    case .unknown(let kind): ["kind": kind.wire]
    }
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    let kind: String = try reader.required("kind")
    switch kind {
    case "device":
      self = .device(
        role: try reader.required("role"), model: try reader.required("model"), updated: try reader.required("updated"))
    case "segment":
      self = .segment(
        ReportSegment(
          start: try reader.required("start"), end: try reader.required("end"), totalMs: try reader.required("totalMs"),
          longest: try reader.optional("longest"), firstPickup: try reader.optional("firstPickup"),
          pickups: try reader.required("pickups")))
    case "category":
      self = .category(
        token: try reader.required("token"), name: try reader.required("name"), totalMs: try reader.required("totalMs"))
    case "application":
      self = .application(
        token: try reader.required("token"), name: try reader.required("name"),
        bundleID: try reader.optional("bundleID"), totalMs: try reader.required("totalMs"),
        pickups: try reader.required("pickups"), notifications: try reader.required("notifications"))
    case "webDomain":
      self = .webDomain(
        token: try reader.required("token"), domain: try reader.required("domain"),
        totalMs: try reader.required("totalMs"))
    default:
      guard origin == .host else { throw WireError(at: reader.path("kind"), "is “\(kind)”, which is not an element") }
      self = .unknown(kind: kind)
    }
    try reader.finish()
  }
}

extension ReportSegment.Span: WireConvertible {
  public var wire: WireValue { ["end": end.wire, "start": start.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    start = try reader.required("start")
    end = try reader.required("end")
    try reader.finish()
  }
}
