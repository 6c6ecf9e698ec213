// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FileTrees
import ScreenTimeRules
import ScreenTimeStore

/// Erases the files of removed families.
struct FamilyErasure {
  private let configuration: HostConfiguration
  private let store: DeviceStore

  init(_ configuration: HostConfiguration, store: DeviceStore) {
    self.configuration = configuration
    self.store = store
  }

  /// Families whose files must still be erased. Written in the transaction that removes the family, so that a host
  /// killed before the end continues at its next start.
  private static let dueErasures = "host.erasures"

  /// Notes that a family's files must be erased, in the transaction that removes it.
  static func note(_ family: FamilyID, in transaction: StoreTransaction) throws {
    var due = try transaction.value([String].self, dueErasures) ?? []
    if !due.contains(family.rawValue) { due.append(family.rawValue) }
    try transaction.setValue(due, dueErasures)
  }

  /// Erases the noted families' containers, copies of programs, and images.
  ///
  /// Copies in a directory outside the state directory stay, since another state may run them.
  ///
  /// - Throws: `HostError` that names what could not be erased; the next start tries again.
  func eraseDue() throws {
    let due = try store.read { try $0.value([String].self, Self.dueErasures) } ?? []
    guard !due.isEmpty else { return }
    var left: [String] = []
    var refusals: [String] = []
    for family in due {
      do throws(TreeError) { try erase(family) } catch {
        left.append(family)
        refusals.append(error.description)
      }
    }
    try store.transaction { try $0.setValue(left.isEmpty ? nil : left, Self.dueErasures) }
    guard refusals.isEmpty else {
      throw HostError(
        .failed,
        "Files of \(left.joined(separator: ", ")), which is removed, could not be erased: "
          + refusals.joined(separator: " ") + " The next start tries again.")
    }
  }

  private func erase(_ family: String) throws(TreeError) {
    // The name comes from the store, so check it before using it as a path.
    guard let name = EntryName(family) else { return }
    let state = configuration.stateDirectory
    var folders = [state + "/containers"]
    if configuration.programsDirectory.hasPrefix(state + "/") { folders.append(configuration.programsDirectory) }
    for folder in folders { try TreeRemoval.remove(name, in: folder) }
  }
}
