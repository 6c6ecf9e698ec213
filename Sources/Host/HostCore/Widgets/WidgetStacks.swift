// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import ScreenTimeStore

/// The person's stacks of widgets. A widget that is in none has its place for itself.
final class WidgetStacks {
  private(set) var all: [WidgetStack]
  private var saved: [WidgetStack]

  init(_ reader: StoreReader) throws {
    all = try reader.value([WidgetStack].self, HostMeta.widgetStacks) ?? []
    saved = all
  }

  /// Reloads everything from the store after a failed write.
  func reload(_ reader: StoreReader) throws {
    let fresh = try WidgetStacks(reader)
    (all, saved) = (fresh.all, fresh.saved)
  }

  /// The stack of a widget; `nil` if it is in none.
  subscript(of id: String) -> WidgetStack? { index(of: id).map { all[$0] } }

  private func index(of id: String) -> Int? { all.firstIndex { $0.members.contains(id) } }

  func change(of id: String, _ body: (inout WidgetStack) -> Void) { if let index = index(of: id) { body(&all[index]) } }

  func changeAll(_ body: (inout WidgetStack) -> Void) { for index in all.indices { body(&all[index]) } }

  func add(_ stack: WidgetStack) { all.append(stack) }

  /// Takes a widget out of its stack. A stack with only one widget left is dissolved.
  func remove(_ id: String, at now: Timestamp) {
    change(of: id) { $0.remove(id, at: now) }
    all.removeAll { $0.members.count < 2 }
  }

  // MARK: - Store

  var hasUnsaved: Bool { all != saved }

  func save(in transaction: StoreTransaction) throws {
    guard hasUnsaved else { return }
    try transaction.setValue(all, HostMeta.widgetStacks)
    let written = all
    transaction.afterCommit { [self] in saved = written }
  }
}
