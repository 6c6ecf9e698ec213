// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The tokens a person picked: sets in ascending byte order.
public struct Selection: WireConvertible {
  public static let tokensPerSet = 1_000

  public var applications: [WireToken]
  public var categories: [WireToken]
  public var webDomains: [WireToken]
  public var includeEntireCategory: Bool

  public init(
    applications: [WireToken] = [], categories: [WireToken] = [], webDomains: [WireToken] = [],
    includeEntireCategory: Bool = false
  ) {
    self.applications = applications.sortedByBytes
    self.categories = categories.sortedByBytes
    self.webDomains = webDomains.sortedByBytes
    self.includeEntireCategory = includeEntireCategory
  }

  public var wire: WireValue {
    [
      "applications": applications.wire, "categories": categories.wire,
      "includeEntireCategory": includeEntireCategory.wire, "webDomains": webDomains.wire,
    ]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    let applications: [WireToken] = try reader.tokens("applications", .application, atMost: Self.tokensPerSet)
    let categories: [WireToken] = try reader.tokens("categories", .category, atMost: Self.tokensPerSet)
    let webDomains: [WireToken] = try reader.tokens("webDomains", .webDomain, atMost: Self.tokensPerSet)
    self.init(
      applications: applications, categories: categories, webDomains: webDomains,
      includeEntireCategory: try reader.required("includeEntireCategory"))
    try reader.finish()
  }
}

/// The parameters of `pick`, which shows the host's picker. If the person cancels, the selection is returned unchanged
/// (T8).
public struct PickParams: WireConvertible {
  public var includeEntireCategory: Bool
  public var title: String?
  public var header: String?
  public var footer: String?
  public var selection: Selection?

  public init(
    includeEntireCategory: Bool, title: String? = nil, header: String? = nil, footer: String? = nil,
    selection: Selection? = nil
  ) {
    self.includeEntireCategory = includeEntireCategory
    self.title = title
    self.header = header
    self.footer = footer
    self.selection = selection
  }

  public var wire: WireValue {
    [
      "footer": footer?.wire, "header": header?.wire, "includeEntireCategory": includeEntireCategory.wire,
      "selection": selection?.wire, "title": title?.wire,
    ]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    includeEntireCategory = try reader.required("includeEntireCategory")
    title = try reader.optionalText("title", atMost: 256)
    header = try reader.optionalText("header", atMost: 256)
    footer = try reader.optionalText("footer", atMost: 256)
    selection = try reader.optional("selection")
    try reader.finish()
  }
}

public struct PickResult: WireConvertible {
  public var selection: Selection

  public init(selection: Selection) { self.selection = selection }

  public var wire: WireValue { ["selection": selection.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    selection = try reader.required("selection")
    try reader.finish()
  }
}

extension WireReader {
  /// Reads a set of tokens of one kind. A token of another kind is a schema error (WIRE-B14).
  mutating func tokens(
    _ name: String, _ kind: WireToken.Kind, atMost limit: Int
  ) throws(WireError) -> [WireToken] {
    let pointer = path(name)
    let tokens: [WireToken] = try list(name, atMost: limit)
    for (index, token) in tokens.enumerated() where token.kind != kind {
      throw WireError(at: "\(pointer)/\(index)", "is a token of another kind")
    }
    return try tokens.checkedAsSet(at: pointer).sortedByBytes
  }
}
