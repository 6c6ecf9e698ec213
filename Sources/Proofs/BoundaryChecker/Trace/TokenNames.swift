// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import HostCore
internal import ScreenTimeRules

/// Renames tokens to the roles of their items, so that worlds may differ in the item behind a token (α-equivalence).
struct TokenNames: Sendable {
  private var names: [String: String] = [:]
  private var unpicked: Set<String> = []
  private var foreign: [String: String] = [:]

  /// Computes every possible token with the host: issued or not, of this family and of the others.
  init(host: VirtualDriver, family: String, others: [String], world: World) {
    for role in Role.allCases {
      guard let token = host.facts.token(for: world.item(role), of: FamilyID(family))?.text else { continue }
      names[token] = "τ(\(role.rawValue))"
      if !role.isPicked { unpicked.insert(token) }
    }
    for code in 1...12 {
      let token = host.facts.token(for: .category(String(code)), of: FamilyID(family))?.text
      if let token { names[token] = "τ(category \(code))" }
    }
    for other in others {
      for item in Role.allCases.map(world.item) + [Self.shared] {
        guard let token = host.facts.token(for: item, of: FamilyID(other))?.text else { continue }
        foreign[token] = other
      }
    }
  }

  /// An item that is the same in every world, for programs that contain another family's token.
  static let shared = Item.application("org.example.shared")

  /// The roles in the order of their tokens.
  var ranks: [String] { names.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\.value) }

  /// The kinds of tokens that a family must not write or receive.
  enum TokenViolation: Hashable, Sendable {
    /// Minted for another family.
    case foreign(String)
    /// This family's token for an item that was not picked; the family should not have it.
    case unpicked(String)
    /// Never issued.
    case unknown
  }

  func trespass(of token: String) -> TokenViolation? {
    if let other = foreign[token], names[token] == nil { return .foreign(other) }
    if unpicked.contains(token) { return .unpicked(names[token] ?? "") }
    return names[token] == nil ? .unknown : nil
  }

  /// The value with tokens renamed. Sets of tokens are sorted again by name, because their order depends on their bytes
  /// (PRIV-TK3).
  func renamed(_ value: WireValue) -> WireValue {
    switch value {
    case .string(let text):
      // Developers store selections as encoded data; compare the content, not the encoding.
      if let inner = WireText.wrapped(text) { return ["decoded": renamed(inner)] }
      return .string(rename(text))
    case .array(let elements):
      let renamed = elements.map(renamed)
      guard !elements.isEmpty, elements.allSatisfy(Self.isToken) else { return .array(renamed) }
      return .array(renamed.sorted { WireText.canonical($0) < WireText.canonical($1) })
    case .object(let object):
      var result = WireObject()
      for member in object.members { result[member.name] = renamed(member.value) }
      return .object(result)
    case .null, .bool, .integer: return value
    }
  }

  /// The token with the wire's base64 alphabet; selections are saved with the other one, like Apple's (PRIV-TK2).
  private static func wireForm(_ text: String) -> String {
    text.utf8.count == 32 ? text.replacing("+", with: "-").replacing("/", with: "_") : text
  }

  /// Whether a value is a token, alone or as the only member of an object.
  private static func isToken(_ value: WireValue) -> Bool {
    switch value {
    case .string(let text): WireToken(wireForm(text)) != nil
    case .object(let object): object.members.count == 1 && object.members.allSatisfy { isToken($0.value) }
    case .array, .null, .bool, .integer: false
    }
  }

  /// Also renames tokens inside other text, such as a default with stored input or decoded base64.
  private func rename(_ text: String) -> String {
    if let name = names[Self.wireForm(text)] { return name }
    guard text.utf8.count > 32, text.contains("AQ") else { return text }
    var result = text
    for (token, name) in names where result.contains(token) { result = result.replacing(token, with: name) }
    return result
  }

  /// Every token in a value, with its place.
  static func tokens(in value: WireValue, at pointer: String = "") -> [(token: String, pointer: String)] {
    switch value {
    case .string(let text): WireToken(text) == nil ? [] : [(text, pointer)]
    case .array(let elements):
      elements.enumerated().flatMap { tokens(in: $0.element, at: "\(pointer)/\($0.offset)") }
    case .object(let object): object.members.flatMap { tokens(in: $0.value, at: "\(pointer)/\($0.name)") }
    case .null, .bool, .integer: []
    }
  }

  /// The first array of tokens that isn't sorted by bytes; any other order could reveal how the host stores them.
  static func unsorted(in value: WireValue, at pointer: String = "") -> String? {
    switch value {
    case .array(let elements):
      let texts = elements.compactMap { element -> String? in
        if case .string(let text) = element, WireToken(text) != nil { text } else { nil }
      }
      if texts.count == elements.count, texts.count > 1,
        zip(texts, texts.dropFirst()).contains(where: { !$0.utf8.lexicographicallyPrecedes($1.utf8) })
      {
        return pointer
      }
      return elements.enumerated().lazy.compactMap { unsorted(in: $0.element, at: "\(pointer)/\($0.offset)") }.first
    case .object(let object):
      return object.members.lazy.compactMap { unsorted(in: $0.value, at: "\(pointer)/\($0.name)") }.first
    case .null, .bool, .integer, .string: return nil
    }
  }
}
