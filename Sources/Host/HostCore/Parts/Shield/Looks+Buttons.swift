// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Surfaces

/// The buttons of a family's shields (PRIV-SF7).
extension Looks {
  /// The buttons that a shield gets in place of its own.
  ///
  /// - Parameter content: the look that the extension sent; `nil` for the default shield, which has the family's buttons
  ///   too, since a program that fails on some names would otherwise choose by failing.
  /// - Returns: `nil` if the shield keeps its own.
  func buttons(
    for look: ShieldDrawing, sent content: ShieldContent?, _ turn: Turn
  ) throws -> ShieldButtons? {
    let shield = look.shield
    guard hasConfiguration(shield), let family = shield.family, let program = registry[family, .shieldConfiguration]
    else { return nil }
    let name = nameTold(of: shield.item)
    var known = try Self.arrangements(of: program, turn.transaction)
    guard consent.profile != .open else {
      if let content, look.isOnScreen, try known.see(content.buttons.unnamed(name)) {
        try turn.transaction.setValue(known, HostMeta.buttons(family))
      }
      return nil
    }
    guard let constant = program.declaration.buttons ?? known.first else {
      if let content, look.isOnScreen {
        known.first = content.buttons.unnamed(name)
        try turn.transaction.setValue(known, HostMeta.buttons(family))
      }
      return nil
    }
    let own = constant.named(name)
    if let content, content.buttons != own {
      turn.tell(
        HostEvent(
          at: memory.state.now, .warning, family: family.rawValue,
          "the shield of \(names[shield.item]) came with other buttons",
          detail:
            "it keeps the family's, which \(program.declaration.buttons == nil ? "its first shield had" : "its manifest declares")"
        ))
      try blocked.note(.shieldButtons, by: family, turn)
    }
    return own
  }

  /// What a press on a shield of the family can carry by the choice of its buttons, in thousandths of a bit; `nil` if
  /// there is no choice.
  func pressCapacity(of family: FamilyID, _ reader: StoreReader) throws -> Int64? {
    guard consent.profile == .open, let program = registry[family, .shieldConfiguration] else { return nil }
    return try Self.arrangements(of: program, reader).millibits
  }

  /// The name by which a request for a look names an item.
  func nameTold(of item: Item) -> String { item.kind == .application ? names.told(item) : item.id }

  private static func arrangements(of program: HostedProgram, _ reader: StoreReader) throws -> ShieldArrangements {
    let known = try reader.value(ShieldArrangements.self, HostMeta.buttons(program.family))
    // Another build may have other buttons.
    guard let known, known.installation == program.installation else {
      return ShieldArrangements(installation: program.installation)
    }
    return known
  }
}
