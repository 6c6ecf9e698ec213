// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import HostCore
internal import ScreenTimeRules

/// Renames tokens to the parts they play, so that worlds may differ in which item stands behind one (α-equivalence).
struct TokenNames: Sendable {
  private var names: [String: String] = [:]
  private var unpicked: Set<String> = []
  private var foreign: [String: String] = [:]

  /// Asks the host for every token there could be: issued or not, of this family and of the others.
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

  /// An item that is the same in every world, for programs that bring another family's token along.
  static let shared = Item.application("org.example.shared")

  /// The parts in the order of their tokens.
  var ranks: [String] { names.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\.value) }

  /// What a token that a family wrote or was sent must not be.
  enum TokenViolation: Hashable, Sendable {
    /// Minted for another family.
    case foreign(String)
    /// The family's own name for an item that nobody picked: it should not hold it.
    case unpicked(String)
    /// Nobody's.
    case unknown
  }

  func trespass(of token: String) -> TokenViolation? {
    if let other = foreign[token], names[token] == nil { return .foreign(other) }
    if unpicked.contains(token) { return .unpicked(names[token] ?? "") }
    return names[token] == nil ? .unknown : nil
  }

  /// The value with tokens renamed; sets of tokens are ordered again, since their order is that of their bytes
  /// (PRIV-TK3).
  func renamed(_ value: WireValue) -> WireValue {
    switch value {
    case .string(let text):
      // Developers keep selections as encoded data; what it holds is looked at, not how it is wrapped.
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

  /// Selections are saved with the other alphabet of base64, as Apple's are (PRIV-TK2).
  private static func wireForm(_ text: String) -> String {
    text.utf8.count == 32 ? text.replacing("+", with: "-").replacing("/", with: "_") : text
  }

  /// A token, alone or as the one member of an object.
  private static func isToken(_ value: WireValue) -> Bool {
    switch value {
    case .string(let text): WireToken(wireForm(text)) != nil
    case .object(let object): object.members.count == 1 && object.members.allSatisfy { isToken($0.value) }
    case .array, .null, .bool, .integer: false
    }
  }

  /// Tokens also hide inside other text: a default that keeps what was heard, a base64 that was decoded.
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

  /// The first array of tokens that isn't in the order of its bytes: any other order tells of how the host keeps them.
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
