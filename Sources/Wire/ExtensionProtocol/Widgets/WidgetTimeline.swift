// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One drawing of an entry. `Surfaces` checks the view tree.
public struct WidgetView: Hashable, Sendable {
  public var variant: WidgetVariant
  public var view: WireValue

  public init(variant: WidgetVariant, view: WireValue) {
    self.variant = variant
    self.view = view
  }
}

extension WidgetView: WireConvertible {
  public var wire: WireValue { ["variant": variant.wire, "view": view] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    variant = try reader.required("variant")
    guard let view = reader.value("view") else { throw reader.missing("view") }
    guard case .object = view else { throw WireError(at: reader.path("view"), "is not an object") }
    self.view = view
    try reader.finish()
  }

  /// Reads the drawings of one entry: each variant at most once, and at least one.
  fileprivate static func list(_ reader: inout WireReader) throws(WireError) -> [WidgetView] {
    let pointer = reader.path("views")
    let views: [WidgetView] = try reader.list("views", atMost: WidgetVariant.allCases.count)
    guard !views.isEmpty else { throw WireError(at: pointer, "is empty or missing") }
    return try views.checkedAsDistinct(\.variant.rawValue, at: pointer)
  }
}

/// The content of a widget from one instant on.
public struct WidgetEntry: Hashable, Sendable {
  /// Milliseconds since 1970.
  public var date: Int64
  public var relevance: Relevance?
  public var views: [WidgetView]

  /// The weight that a stack gives the entry (WIDGET-W36).
  public struct Relevance: Hashable, Sendable {
    /// In thousandths.
    public var score: Int64
    /// 0: while the entry is current.
    public var durationS: Int64

    public init(score: Int64, durationS: Int64 = 0) {
      self.score = score
      self.durationS = durationS
    }
  }

  public init(date: Int64, relevance: Relevance? = nil, views: [WidgetView]) {
    self.date = date
    self.relevance = relevance
    self.views = views
  }
}

extension WidgetEntry: WireConvertible {
  public var wire: WireValue { ["date": date.wire, "relevance": relevance?.wire, "views": views.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    date = try reader.instant("date")
    relevance = try reader.optional("relevance")
    views = try WidgetView.list(&reader)
    try reader.finish()
  }
}

extension WidgetEntry.Relevance: WireConvertible {
  public var wire: WireValue { ["durationS": durationS.wire, "score": score.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    let largest = Int64(NamedLimit.relevance.maximum)
    do {
      durationS = try reader.integer("durationS", in: 0...WireLimits.latestTime / 1000)
      score = try reader.integer("score", in: -largest...largest)
    } catch { throw error.named(.relevance) }
    try reader.finish()
  }
}

/// The earliest time at which the next timeline is asked for (WIDGET-W13).
public enum TimelinePolicy: Hashable, Sendable {
  case atEnd
  case never
  /// Milliseconds since 1970.
  case after(Int64)
}

extension TimelinePolicy: WireConvertible {
  private enum Kind: String, WireWord {
    case atEnd, never, after
  }

  public var wire: WireValue {
    switch self {
    case .atEnd: ["kind": Kind.atEnd.wire]
    case .never: ["kind": Kind.never.wire]
    case .after(let date): ["date": date.wire, "kind": Kind.after.wire]
    }
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    switch try reader.required("kind", as: Kind.self) {
    case .atEnd: self = .atEnd
    case .never: self = .never
    case .after: self = .after(try reader.instant("date"))
    }
    try reader.finish()
  }
}

/// The reply to `widget.placeholder`.
public struct WidgetPlaceholderResult: WireConvertible {
  public var views: [WidgetView]

  public init(views: [WidgetView]) { self.views = views }

  public var wire: WireValue { ["views": views.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    views = try WidgetView.list(&reader)
    try reader.finish()
  }
}

/// The reply to `widget.snapshot`.
public struct WidgetSnapshotResult: WireConvertible {
  public var entry: WidgetEntry

  public init(entry: WidgetEntry) { self.entry = entry }

  public var wire: WireValue { ["entry": entry.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    entry = try reader.required("entry")
    try reader.finish()
  }
}

/// The reply to `widget.timeline`. The entries may come in any order; the host sorts them (WIDGET-W10).
public struct WidgetTimelineResult: WireConvertible {
  public var entries: [WidgetEntry]
  public var policy: TimelinePolicy

  public init(entries: [WidgetEntry], policy: TimelinePolicy) {
    self.entries = entries
    self.policy = policy
  }

  public var wire: WireValue { ["entries": entries.wireUnlessEmpty, "policy": policy.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    entries = try reader.list("entries", within: .timelineEntries)
    policy = try reader.required("policy")
    try reader.finish()
  }
}
