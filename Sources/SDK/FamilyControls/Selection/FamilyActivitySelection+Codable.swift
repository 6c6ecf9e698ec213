// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
internal import ManagedSettings

/// The coding with Apple's seven keys. The last three have no meaning here and are always empty (`screen-time.md`).
extension FamilyActivitySelection: Codable {
  private enum CodingKeys: String, CodingKey {
    case applicationTokens, categoryTokens, webDomainTokens, includeEntireCategory
    case untokenizedApplicationIdentifiers, untokenizedCategoryIdentifiers, untokenizedWebDomainIdentifiers
  }

  /// Decodes a selection. A missing array is empty, a missing flag is false, and unknown keys are ignored.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(includeEntireCategory: try container.decodeIfPresent(Bool.self, forKey: .includeEntireCategory) ?? false)
    applicationTokens = Set(try container.decodeIfPresent([ApplicationToken].self, forKey: .applicationTokens) ?? [])
    categoryTokens = Set(try container.decodeIfPresent([ActivityCategoryToken].self, forKey: .categoryTokens) ?? [])
    webDomainTokens = Set(try container.decodeIfPresent([WebDomainToken].self, forKey: .webDomainTokens) ?? [])
  }

  /// Encodes arrays in the order of token bytes, so that equal selections have equal encodings.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(applicationTokens.sortedByBytes, forKey: .applicationTokens)
    try container.encode(categoryTokens.sortedByBytes, forKey: .categoryTokens)
    try container.encode(webDomainTokens.sortedByBytes, forKey: .webDomainTokens)
    try container.encode(includeEntireCategory, forKey: .includeEntireCategory)
    try container.encode([String](), forKey: .untokenizedApplicationIdentifiers)
    try container.encode([String](), forKey: .untokenizedCategoryIdentifiers)
    try container.encode([String](), forKey: .untokenizedWebDomainIdentifiers)
  }
}

extension Set where Element: TokenIdentifying {
  fileprivate var sortedByBytes: [Element] { sorted { $0._stableKey.precedesInUTF8($1._stableKey) } }
}
