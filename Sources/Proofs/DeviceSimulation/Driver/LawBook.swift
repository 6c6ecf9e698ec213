// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import HostCore
internal import PrivacyBoundary
internal import ProcessSupervision
internal import ScreenTimeRules
internal import ScreenTimeStore

/// Checks the ordering rules between a device and its driver: calls in flight, turns of families, and consent.
final class LawBook {
  private struct Call {
    var program: ProgramID
    /// The number of the delivery; `nil` for a call that may run beside the family's turn or has no delivery.
    var sequence: Int64?
    var isSealed: Bool
  }

  private var calls: [CallID: Call] = [:]
  /// Programs whose lane was unavailable, each with the time of the next try.
  private var blocked: [ProgramID: Int64] = [:]
  private var consents = ConsentBook()
  private var isOpen = false
  /// Whether the store failed: pending deliveries are sent after the next transaction.
  private var isRestarting = false
  /// The transactions of the input in progress that began and were not committed.
  private var uncommitted = 0
  /// The stored row of a pending delivery, by family and number.
  var owed: (String, Int64) -> PendingDelivery? = { _, _ in nil }
  /// The pending rows of a family.
  var pending: (String) -> [PendingDelivery] = { _ in [] }
  /// The number of a family's newest stored notification.
  var listed: (FamilyID) -> Int64 = { _ in 0 }
  /// Called with each notification that the person removes from the list.
  var clears: (Int64, FamilyID) -> Void = { _, _ in }
  /// Called with the family and member that the person's answer to a closed prompt approves.
  var agreesLate: (FamilyID, FamilyMember) -> Void = { _, _ in }
  /// The numbers that were shown, over all runs of the host.
  private var shown: [FamilyID: Set<Int64>] = [:]
  /// Called with each new request to a point with effects.
  var onRequest: (PerformParams, String) -> Void = { _, _ in }
  var find: (Invariant, String) -> Void = { _, _ in }

  /// Resets at the start of a host: nothing is in flight, but approvals persist.
  func begin(_ facts: DeviceFacts) {
    (calls, blocked, isOpen, isRestarting, uncommitted) = ([:], [:], false, false, 0)
    consents.begin(facts.state)
  }

  func isOpen(_ call: CallID?) -> Bool { call.map { calls[$0] != nil } ?? false }

  /// Resets after the device reloaded its state from the store, which drops all calls in flight.
  func failed() {
    (calls, isRestarting, uncommitted) = ([:], true, 0)
    consents.failed()
  }

  func storeReached(_ moment: DeviceStore.Moment) {
    switch moment {
    case .beforeBegin: uncommitted += 1
    case .beforeCommit: break
    case .afterCommit: uncommitted -= 1
    }
  }

  /// Takes an input by `body`, which returns commands only if each of its transactions was committed (H1).
  func durably<Result>(_ body: () throws -> Result) rethrows -> Result {
    uncommitted = 0
    let result = try body()
    if uncommitted > 0 { find(.commandsAreDurable, "an input gave commands although its transaction failed") }
    return result
  }

  /// Records the person's answer to a prompt, before the device takes it.
  func personSaid(_ reply: PromptReply, to prompt: Prompt, _ id: PromptID, at now: Timestamp) {
    if let late = consents.said(reply, to: prompt, id, at: now) { agreesLate(late.family, late.member) }
  }

  // MARK: - One input

  func took(_ input: DeviceInput, _ commands: [DeviceCommand], _ facts: DeviceFacts) {
    let wasInFlight = isOpen(input.call)
    switch input {
    case .ended(let call, let end):
      if wasInFlight { note(end, of: call, at: facts.state.now.milliseconds) }
      calls[call] = nil
    case .operator(.starts), .operator(.delivers): isOpen = true
    case .operator(.reset(let program)): blocked[program] = nil
    default: break
    }
    if input.call != nil, !wasInFlight { checkStale(commands) }
    for command in commands {
      if case .cancel(let call, _) = command { calls[call] = nil }
      consents.took(command, at: facts.state.now)
    }
    for case .perform(let call, let program, let request) in commands { begins(call, program, request) }
    checkCalls(facts)
    checkConsent(facts)
  }

  private func note(_ end: CallEnd, of call: CallID, at now: Int64) {
    guard case .unavailable(_, let retryAt) = end, let program = calls[call]?.program else { return }
    // The lane compares with the instant at which its call began; the device retries later than this instant.
    blocked[program] = retryAt.map { max($0, now + 1) } ?? .max
  }

  /// H4: an end of a call that isn't in flight may only cause these commands.
  private func checkStale(_ commands: [DeviceCommand]) {
    let begun = commands.compactMap { if case .perform(_, let program, _) = $0 { program.family } else { nil } }
    for command in commands {
      switch command {
      case .conclude(_, .denied), .answer(_, .refusal), .keepWarm, .coolDown: continue
      // The timeline may report the end.
      case .tell(let event) where event.settlement == nil: continue
      // Any input may give a free turn to the next call, whose app is presented as starting.
      case .perform: continue
      case .present(.app(let front)) where !front.isUp && begun.contains(front.family.rawValue): continue
      default: find(.staleEndsAreIgnored, "a stale end of a call caused \(command)")
      }
    }
  }

  /// H4: the device has open what was requested, and neither ended nor cancelled.
  private func checkCalls(_ facts: DeviceFacts) {
    let open = facts.callsInFlight
    if let stale = open.filter({ calls[$0] == nil }).min() {
      find(
        .staleEndsAreIgnored, "call \(stale.number) was ended or cancelled, and the device would still take its reply")
    }
    if let lost = calls.filter({ !open.contains($0.key) }).min(by: { $0.key < $1.key }) {
      find(
        .staleEndsAreIgnored,
        "call \(lost.key.number) of \(lost.value.program) is in flight, and its reply would be ignored")
      calls[lost.key] = nil
    }
  }

  /// H1, H2: a request is made from stored rows, one per family at a time, the oldest first.
  private func begins(_ call: CallID, _ program: ProgramID, _ request: ApprovedRequest) {
    isRestarting = false
    guard case .open(let body) = request else {
      calls[call] = Call(program: program, sequence: nil, isSealed: true)
      return
    }
    guard let params = try? PerformParams(wire: body.body, at: "", from: .host) else {
      return find(.snapshotsAreTrue, "\(program) got a perform request that can't be decoded")
    }
    onRequest(params, program.family)
    if let other = calls.values.first(where: { !$0.isSealed && $0.program.family == program.family }) {
      find(.familiesTakeTurns, "\(program) got \(params.callback.name) while \(other.program) had the family's turn")
    }
    calls[call] = Call(program: program, sequence: params.delivery.sequence, isSealed: false)
    guard let sequence = params.delivery.sequence else { return }
    guard let row = owed(program.family, sequence) else {
      return find(.commandsAreDurable, "\(params.callback.name) \(sequence) of \(program) is not pending in the store")
    }
    if let older = pending(program.family).first(where: { $0.id < row.id }) {
      find(
        .familiesTakeTurns,
        "\(params.callback.name) \(sequence) of \(program) overtook \(older.callback) \(older.sequence)")
    }
  }

  /// H10: no family is approved without the person's consent.
  private func checkConsent(_ facts: DeviceFacts) {
    for id in consents.unexplained(in: facts.state) {
      find(.consentIsGiven, "\(id.rawValue) is approved without the person's consent")
    }
  }

  // MARK: - Notifications

  /// H1: a shown notification is listed in the store, and is shown once, or again after a kill.
  func notified(_ notification: PresentedNotification, at now: Timestamp) {
    let what = "notification \(notification.number) of \(notification.family.rawValue)"
    if listed(notification.family) < notification.number {
      find(.commandsAreDurable, "\(what) is shown but not listed in the store")
    }
    // The clock may have been set back before a host shows it again.
    let shownAt = notification.isRepeated ? notification.at : now
    if shownAt < notification.dueAt { find(.notificationsComeOnce, "\(what) is shown before it is due") }
    let isNew = shown[notification.family, default: []].insert(notification.number).inserted
    if !isNew, !notification.isRepeated { find(.notificationsComeOnce, "\(what) is shown twice") }
  }

  /// Checks that every listed notification was shown, whatever kills happened.
  func checkShown(_ all: [FamilyID: FamilyNotifications]) {
    for (family, own) in all.sorted(by: { $0.key < $1.key }) {
      for item in own.listed where shown[family]?.contains(item.number) != true {
        find(.notificationsComeOnce, "notification \(item.number) of \(family.rawValue) is listed but was never shown")
      }
    }
  }

  // MARK: - Other families

  /// H3: a family with a free turn must have its oldest callback in flight, unless that callback's program is
  /// unavailable.
  func checkNeighbours(_ facts: DeviceFacts) {
    guard isOpen, !isRestarting else { return }
    for id in facts.state.familyIDs
    where !calls.values.contains(where: { !$0.isSealed && $0.program.family == id.rawValue }) {
      guard let oldest = pending(id.rawValue).first else { continue }
      let program = ProgramID("\(id.rawValue).\(Self.name(of: oldest.point))")
      // The device retries with the first input after that instant.
      if let until = blocked[program], facts.state.now.milliseconds <= until { continue }
      find(.nobodyWaits, "\(oldest.callback) \(oldest.sequence) of \(id.rawValue) is pending without a call")
    }
  }

  private static func name(of point: String) -> String { point == "shieldAction" ? "action" : point }
}
