// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One thing that the rules keep a person from, or count towards a limit. A change that takes one away is looser.
package enum Restraint: Hashable, Sendable {
  /// A setting shields, hides or filters the item. A time grant over it doesn't matter, since it ends by itself.
  case closed(Item)
  case counted(Item, by: FamilyID, activity: String, event: String)

  package var item: Item {
    switch self {
    case .closed(let item), .counted(let item, _, _, _): item
    }
  }

  /// The same about the item into which its own was merged.
  package func moved(to item: Item) -> Restraint {
    switch self {
    case .closed: .closed(item)
    case .counted(_, let family, let activity, let event): .counted(item, by: family, activity: activity, event: event)
    }
  }
}

extension DeviceRules {
  /// The restraints on some applications and web domains.
  package func restraints(on items: [Item], in state: DeviceState) -> Set<Restraint> {
    var result: Set<Restraint> = []
    for item in items {
      if decision(on: item, in: state) != .free { result.insert(.closed(item)) }
      let front =
        item.kind == .webDomain ? Foreground(web: item, isInUse: true) : Foreground(app: item, isInUse: true)
      let keys = ForegroundKeys(front, registry: registry)
      for (family, known) in state.families {
        for (name, activity) in known.activities {
          for event in activity.events where keys.matches(event.selection) {
            result.insert(.counted(item, by: family, activity: name, event: event.name))
          }
        }
      }
    }
    return result
  }
}
