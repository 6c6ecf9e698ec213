// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import HostCore
internal import ScreenTimeRules

/// Renames tokens to the roles of their items, so that worlds may differ in the item behind a token (α-equivalence).
struct TokenNames: Sendable {
  private let names: [String: String]
  private let unpicked: Set<String>
  private var foreign: [String: String] = [:]
  private let encodings: TokenEncodings

  /// A family's possible tokens, issued or not, between two changes of its keys.
  struct Generation: Sendable {
    fileprivate var names: [String: String] = [:]
    fileprivate var unpicked: Set<String> = []

    init(host: VirtualDriver, family: String, world: World) {
      func add(_ item: Item, _ name: String, isPicked: Bool) {
        guard let token = host.facts.token(for: item, of: FamilyID(family))?.text else { return }
        names[token] = name
        if !isPicked { unpicked.insert(token) }
      }
      for role in Role.allCases { add(world.item(role), role.rawValue, isPicked: role.isPicked) }
      for (number, item) in world.extraItems.enumerated() { add(item, "extra \(number)", isPicked: false) }
      for code in 1...12 { add(.category(String(code)), "category \(code)", isPicked: true) }
    }
  }

  /// Computes every possible token with the host: issued or not, of this family and of the others.
  ///
  /// - Parameter earlier: the tokens before each rotation, reset and new grant, oldest first.
  init(host: VirtualDriver, family: String, others: [String], world: World, earlier: [Generation] = []) {
    var names: [String: String] = [:]
    var unpicked: Set<String> = []
    let generations = earlier + [Generation(host: host, family: family, world: world)]
    for (number, generation) in generations.enumerated() {
      // A rotation and a reset give the same item another name: a program must not join them by itself.
      let mark = number == 0 ? "" : ", \(number)"
      for (token, name) in generation.names where names[token] == nil { names[token] = "τ(\(name)\(mark))" }
      unpicked.formUnion(generation.unpicked)
    }
    (self.names, self.unpicked, encodings) = (names, unpicked, TokenEncodings(names))
    for other in others {
      for item in Role.allCases.map(world.item) + [Self.shared] {
        guard let token = host.facts.token(for: item, of: FamilyID(other))?.text else { continue }
        foreign[token] = other
      }
    }
  }

  /// An item that is the same in every world, for programs that contain another family's token.
  static let shared = Item.application("org.example.shared")

  /// The roles that the family can name, in the order of their tokens.
  var ranks: [String] {
    names.filter { !unpicked.contains($0.key) }.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map(\.value)
  }

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
      for member in object.members { result[rename(member.name)] = renamed(member.value) }
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

  /// Also renames tokens inside other text, such as a default with stored input or an encoded property list.
  private func rename(_ text: String) -> String {
    if let name = names[Self.wireForm(text)] { return name }
    guard text.utf8.count >= 32 else { return text }
    let renamed = encodings.renamed(Array(text.utf8))
    return renamed.names.isEmpty ? text : String(decoding: renamed.bytes, as: UTF8.self)
  }

  /// Bytes that a program stored, with their tokens renamed.
  func renamed(_ bytes: [UInt8]) -> TokenEncodings.Renamed { encodings.renamed(bytes) }

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
