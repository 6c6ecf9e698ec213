// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// All state of the device, each part with the one owner that writes it.
struct Owners {
  let configuration: HostConfiguration
  let memory: DeviceMemory
  let outbox: Outbox
  let registry: FamilyRegistry
  let desk: CallbackDesk
  let surfaces: SurfaceKeeper
  let persons: PersonDesk
  let notifications: NotificationCenter
  /// The person's arrangements outside apps.
  private let home: (widgets: WidgetKeeper, focus: FocusDesk, items: ItemDesk)
  let consent: ConsentDesk
  let chronicle: Chronicle
  let random: HostRandom

  var widgets: WidgetKeeper { home.widgets }
  var focus: FocusDesk { home.focus }
  var items: ItemDesk { home.items }

  init(_ configuration: HostConfiguration, _ opened: DeviceOpening, _ families: HostedFamilies) throws {
    self.configuration = configuration
    memory = opened.memory
    chronicle = opened.chronicle
    random = opened.random
    consent = ConsentDesk(policy: opened.policy, tokens: opened.tokens, wanted: configuration.profile)
    registry = FamilyRegistry(families.families, stored: families.stored)
    desk = CallbackDesk()
    let now = opened.memory.state.now
    (outbox, surfaces, persons, notifications, home) = try memory.store.read { reader in
      (
        try Outbox(reader, width: configuration.turns), try SurfaceKeeper(reader), try PersonDesk(reader),
        try NotificationCenter(reader),
        (
          widgets: try WidgetKeeper(reader, at: now), focus: try FocusDesk(reader),
          items: try ItemDesk(configuration, reader)
        )
      )
    }
    followItems()
  }

  /// Reloads everything from the store after a failed write.
  func reload() throws {
    try memory.reload()
    desk.forget()
    chronicle.forget()
    try memory.store.read { reader in
      try outbox.reload(reader)
      try surfaces.reload(reader)
      try persons.reload(reader)
      try notifications.reload(reader)
      try widgets.reload(reader, at: memory.state.now)
      try focus.reload(reader)
      try registry.reload(reader)
      try consent.reload(reader, families: memory.state.familyIDs)
      try items.reload(reader)
    }
    followItems()
  }

  /// Has the rules and the tokens follow what the person changed about items.
  private func followItems() {
    memory.adjustRules { $0.registry = items.registry }
    consent.tokens.setMerges(items.merges)
  }

  /// Saves the owners' changes with whatever else a transaction writes.
  func save(in transaction: StoreTransaction) throws {
    try registry.save(in: transaction)
    try notifications.save(in: transaction)
    try widgets.save(in: transaction, at: memory.state.now)
    try focus.save(in: transaction)
    try chronicle.save(in: transaction)
  }

  var isUnsaved: Bool {
    memory.isUnsaved || registry.hasUnsaved || chronicle.hasUnsaved || notifications.hasUnsaved
      || widgets.hasUnsaved(at: memory.state.now) || focus.hasUnsaved
  }

  /// Whether a widget or a Focus filter has requests that wait.
  var hasQuestions: Bool { widgets.hasRequests || !focus.waiting.isEmpty }

  /// Whether a blocked program may be tried again now.
  var hasTurnToGive: Bool {
    (!outbox.owed.isEmpty || hasQuestions) && outbox.blockedUntil.values.contains { $0 <= memory.state.now }
  }

  /// Handles a process move; journals what held the extension back, for `explain`.
  func moved(_ program: ProgramID, _ move: ProcessMove) {
    registry.moved(program, move)
    guard let detail = move.trouble(at: memory.state.now.milliseconds) else { return }
    chronicle.note(
      JournalEntry(
        at: memory.state.now, family: program.family, extension: program.rawValue, before: move.from.name,
        after: move.to.name, reason: move.reason, detail: detail))
  }
}

extension ErrorObject {
  /// The answer to a lane whose call is not in flight.
  static let ofNoCall = ErrorObject(.cancelled, "The callback is not in flight any more.")
}
