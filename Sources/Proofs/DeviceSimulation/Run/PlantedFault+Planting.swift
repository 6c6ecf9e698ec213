// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ScreenTimeRules
internal import ScreenTimeStore

// MARK: - Faults that the checks must find

extension PlantedFault {
  /// Falsifies the observed result of a transaction.
  ///
  /// - Returns: whether the fault was planted.
  func plant(in view: inout CommitView) -> Bool {
    switch self {
    case .lostDelivery:
      guard !view.added.isEmpty else { return false }
      view.added.removeFirst()
    case .repeatedDelivery:
      guard let row = view.added.first(where: { $0.point == "monitor" }) else { return false }
      view.added.append(row)
    case .lateThreshold:
      guard let index = view.added.firstIndex(where: { $0.callback == "eventDidReachThreshold" }) else { return false }
      let text = String(decoding: view.added[index].body, as: UTF8.self)
      guard let due = try? view.added[index].monitorDelivery().dueAt.milliseconds else { return false }
      view.added[index].body = Array(text.replacing("\"dueAt\":\(due)", with: "\"dueAt\":\(due + 1)").utf8)
    case .doubledEffect:
      guard let id = applied(view), let suite = view.state.families[id]?.defaults.keys.sorted().first,
        case .integer(let count)? = view.state.families[id]?.defaults[suite]?["count"]
      else { return false }
      view.state.families[id]?.defaults[suite]?["count"] = .integer(count + 1)
    case .halfEffect:
      guard let id = applied(view), let store = view.state.families[id]?.stores.keys.sorted().first else {
        return false
      }
      view.state.families[id]?.stores[store] = nil
    case .forgottenShield:
      guard view.state.shield != nil else { return false }
      view.state.shield = nil
    }
    return true
  }

  private func applied(_ view: CommitView) -> FamilyID? {
    view.settled.first { $0.settlement?.outcome == .applied }.map { FamilyID($0.family) }
  }
}
