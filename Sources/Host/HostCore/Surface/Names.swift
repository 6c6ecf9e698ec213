// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ScreenTimeRules

/// Names for people: of items, families and instants, and for the tokens in a surface that the host draws (VIEW-24).
struct Names {
  let items: ItemDesk
  let registry: FamilyRegistry
  let consent: ConsentDesk
  let chronicle: Chronicle

  /// An item's name for people, or its id if it has none.
  subscript(_ item: Item) -> String { items[item] ?? item.id }

  /// An item's name in a request to a family's sealed surface.
  func told(_ item: Item) -> String { items.toldName(of: item) }

  func display(_ family: FamilyID?) -> String {
    guard let family else { return "Operator's policy" }
    return registry.families[family]?.manifest.displayName ?? family.rawValue
  }

  /// `Mon 26 Oct 2026 16:45`.
  func spoken(_ time: Timestamp) -> String { chronicle.calendar.spoken(time) }

  /// The names of known items behind the family's own tokens in `value`.
  func faces(in value: WireValue?, of family: FamilyID?) -> [String: String] {
    guard let value, let family else { return [:] }
    var faces: [String: String] = [:]
    collect(value) { text in
      guard faces[text] == nil, let token = WireToken(text).flatMap(ItemToken.init),
        let item = consent.tokens.resolve(token, of: family.rawValue, toDraw: true),
        let name = items[item]
      else { return }
      faces[text] = name
    }
    return faces
  }

  private func collect(_ value: WireValue, _ body: (String) -> Void) {
    switch value {
    case .string(let text): body(text)
    case .array(let values): for value in values { collect(value, body) }
    case .object(let object): for member in object.members { collect(member.value, body) }
    case .null, .bool, .integer: break
    }
  }
}
