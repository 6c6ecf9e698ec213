// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The reply to `widget.describe`: what a gallery offers.
public struct WidgetDescription: WireConvertible {
  /// The kinds in the order of the bundle's body (WIDGET-W3).
  public var kinds: [DescribedKind]
  public var intents: [DescribedIntent]
  public var notes: [DescriptionNote]

  public init(kinds: [DescribedKind] = [], intents: [DescribedIntent] = [], notes: [DescriptionNote] = []) {
    self.kinds = kinds
    self.intents = intents
    self.notes = notes
  }

  public var wire: WireValue {
    ["intents": intents.wireUnlessEmpty, "kinds": kinds.wireUnlessEmpty, "notes": notes.wireUnlessEmpty]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    intents = try DescribedIntent.list(&reader)
    kinds = try reader.list("kinds", of: DescribedKind.self, within: .kinds)
      .checkedAsDistinct(\.kind, at: reader.path("kinds"))
    notes = try reader.list("notes", within: .notes)
    for (index, kind) in kinds.enumerated() {
      guard let intent = kind.intent, !intents.contains(where: { $0.intent == intent }) else { continue }
      throw WireError(at: "\(reader.path("kinds"))/\(index)/intent", "is “\(intent)”, which “intents” does not list")
    }
    try reader.finish()
  }
}

/// A kind of widget.
public struct DescribedKind: Hashable, Sendable {
  public var kind: String
  public var title: String
  public var description: String?
  public var sizes: [WidgetSize]
  /// The intent that holds the configuration, if the widget has one.
  public var intent: String?
  /// Indicates whether the host puts its margins around the content.
  public var hasMargins: Bool
  /// Indicates whether the background may be left out where the surface has its own.
  public var isBackgroundRemovable: Bool
  /// Indicates whether the configuration is asked for when the widget is placed.
  public var asksForConfiguration: Bool

  public init(
    kind: String, title: String, description: String? = nil, sizes: [WidgetSize], intent: String? = nil,
    hasMargins: Bool = true, isBackgroundRemovable: Bool = true, asksForConfiguration: Bool = false
  ) {
    self.kind = kind
    self.title = title
    self.description = description
    self.sizes = sizes
    self.intent = intent
    self.hasMargins = hasMargins
    self.isBackgroundRemovable = isBackgroundRemovable
    self.asksForConfiguration = asksForConfiguration
  }
}

extension DescribedKind: WireConvertible {
  public var wire: WireValue {
    [
      "asksForConfiguration": asksForConfiguration.wire, "backgroundRemovable": isBackgroundRemovable.wire,
      "description": description?.wire, "intent": intent?.wire, "kind": kind.wire, "margins": hasMargins.wire,
      "sizes": sizes.wire, "title": title.wire,
    ]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    asksForConfiguration = try reader.required("asksForConfiguration")
    isBackgroundRemovable = try reader.required("backgroundRemovable")
    description = try reader.optionalCaption("description")
    intent = try reader.optionalShortName("intent")
    kind = try reader.shortName("kind")
    hasMargins = try reader.required("margins")
    sizes = try reader.list("sizes").checkedAsSet(at: reader.path("sizes"))
    title = try reader.caption("title")
    try reader.finish()
  }
}
