// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// An item in the foreground that a setting refuses: a hidden application (M10), or a website that the filter blocks
/// (§3). No shield covers it, no extension is asked, and its time is not use of the item.
package struct Block: Hashable, Codable, Sendable {
  package var item: Item
  /// The family whose setting refuses it; `nil` for the operator.
  package var family: FamilyID?
  /// The instant at which it came to the foreground, or was refused while there.
  package var since: Timestamp

  package init(item: Item, family: FamilyID?, since: Timestamp) {
    self.item = item
    self.family = family
    self.since = since
  }
}

/// The begin or the end of a block.
package struct BlockTransition: Hashable, Sendable {
  package enum Change: Sendable {
    case began, ended
  }

  package var change: Change
  package var block: Block
  package var at: Timestamp
}

extension DeviceRules {
  /// Updates the refused item to match the foreground and the settings.
  func updateBlock(_ state: inout DeviceState, _ plan: ForegroundPlan) -> [BlockTransition] {
    guard plan.isBlocked || state.block != nil else { return [] }
    let wanted = wantedBlock(plan, in: state)
    guard wanted?.item != state.block?.item || wanted?.family != state.block?.family else { return [] }
    let ended = state.block.map { BlockTransition(change: .ended, block: $0, at: state.now) }
    state.block = wanted
    return [ended, wanted.map { BlockTransition(change: .began, block: $0, at: state.now) }].compactMap(\.self)
  }

  /// The outer item first: a shield over the browser covers its page, so the page is not opened (S3).
  private func wantedBlock(_ plan: ForegroundPlan, in state: DeviceState) -> Block? {
    for verdict in plan.verdicts {
      switch verdict.word {
      case .blocked(let family): return Block(item: verdict.facts.item, family: family, since: state.now)
      case .shielded where state.shield?.item == verdict.facts.item: return nil
      case .shielded, .free: continue
      }
    }
    return nil
  }
}
