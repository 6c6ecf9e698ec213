// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import HostCore
internal import PrivacyBoundary
internal import ProcessSupervision
internal import ScreenTimeRules
internal import ScreenTimeStore

/// Watches what passes between a device and its driver for the laws of order: what is in flight, whose turn it is, who
/// agreed to what.
final class LawBook {
  private struct Call {
    var program: ProgramID
    /// The number of the delivery; `nil` for what may run beside the family's turn or is not owed.
    var sequence: Int64?
    var isSealed: Bool
  }

  private var calls: [CallID: Call] = [:]
  /// Programs that a lane could not have now, until when.
  private var blocked: [ProgramID: Int64] = [:]
  private var agreed: Set<FamilyID> = []
  /// Prompts that wait for an answer.
  private var prompts: Set<PromptID> = []
  private var isOpen = false
  /// The store failed: what is owed goes out with the next transaction.
  private var isRestarting = false
  /// The durable row of a delivery that is owed, by family and number.
  var owed: (String, Int64) -> PendingDelivery? = { _, _ in nil }
  /// The rows of a family that are owed.
  var pending: (String) -> [PendingDelivery] = { _ in [] }
  /// The number of the newest notification of a family that is durable.
  var listed: (FamilyID) -> Int64 = { _ in 0 }
  /// Told the notifications that the person takes off the list.
  var clears: (Int64, FamilyID) -> Void = { _, _ in }
  /// The numbers that were shown, in all lives.
  private var shown: [FamilyID: Set<Int64>] = [:]
  /// Told each request to a point with effects as it is made.
  var onRequest: (PerformParams, String) -> Void = { _, _ in }
  var find: (Invariant, String) -> Void = { _, _ in }

  /// A host begins: nothing is in flight, and what is approved stays so.
  func begin(_ facts: DeviceFacts) {
    (calls, blocked, prompts, isOpen, isRestarting) = ([:], [:], [], false, false)
    agreed = Set(facts.state.families.filter(\.value.isApproved).keys)
  }

  func isOpen(_ call: CallID?) -> Bool { call.map { calls[$0] != nil } ?? false }

  /// The device took its state from the store again, and has forgotten what was in flight.
  func failed() { (calls, isRestarting) = ([:], true) }

  /// The person answers a prompt; one that is closed is not answered by it.
  func personSaid(_ reply: PromptReply, to prompt: Prompt, _ id: PromptID) {
    guard prompts.remove(id) != nil else { return }
    if case .authorization(let family, _, _) = prompt, case .said(let answer) = reply, answer.isConsent {
      agreed.insert(family)
    }
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
      switch command {
      case .cancel(let call, _): calls[call] = nil
      case .prompt(let id, _): prompts.insert(id)
      case .closePrompt(let id): prompts.remove(id)
      default: break
      }
    }
    for case .perform(let call, let program, let request) in commands { begins(call, program, request) }
    checkConsent(facts)
  }

  private func note(_ end: CallEnd, of call: CallID, at now: Int64) {
    guard case .unavailable(_, let retryAt) = end, let program = calls[call]?.program else { return }
    // A lane goes by the instant at which its call began; the device tries again no sooner than after this one.
    blocked[program] = retryAt.map { max($0, now + 1) } ?? .max
  }

  /// H4.
  private func checkStale(_ commands: [DeviceCommand]) {
    for command in commands {
      switch command {
      case .conclude(_, .denied), .answer(_, .refusal), .keepWarm, .coolDown: continue
      // The timeline says that it came.
      case .tell(let event) where event.settlement == nil: continue
      // A turn that was free already may be given with whatever comes.
      case .perform: continue
      default: find(.staleEndsAreIgnored, "an end of no call gave \(command)")
      }
    }
  }

  /// H1, H2: a request is made of what is durable, one of a family at a time, the oldest first.
  private func begins(_ call: CallID, _ program: ProgramID, _ request: ApprovedRequest) {
    isRestarting = false
    guard case .open(let body) = request else {
      calls[call] = Call(program: program, sequence: nil, isSealed: true)
      return
    }
    guard let params = try? PerformParams(wire: body.body, at: "", from: .host) else {
      return find(.snapshotsAreTrue, "\(program) got a perform that does not decode")
    }
    onRequest(params, program.family)
    if let other = calls.values.first(where: { !$0.isSealed && $0.program.family == program.family }) {
      find(.familiesTakeTurns, "\(program) got \(params.callback.name) while \(other.program) had the family's turn")
    }
    calls[call] = Call(program: program, sequence: params.delivery.sequence, isSealed: false)
    guard let sequence = params.delivery.sequence else { return }
    guard let row = owed(program.family, sequence) else {
      return find(.commandsAreDurable, "\(params.callback.name) \(sequence) of \(program) is not owed in the store")
    }
    if let older = pending(program.family).first(where: { $0.id < row.id }) {
      find(
        .familiesTakeTurns,
        "\(params.callback.name) \(sequence) of \(program) overtook \(older.callback) \(older.sequence)")
    }
  }

  /// H10: nothing is approved that the person was not asked about and agreed to.
  private func checkConsent(_ facts: DeviceFacts) {
    for (id, family) in facts.state.families {
      if family.isApproved, !agreed.contains(id) {
        find(.consentIsGiven, "\(id.rawValue) is approved, and nobody agreed to it")
        agreed.insert(id)
      }
      if !family.isApproved, family.authorization != .notDetermined { agreed.remove(id) }
    }
  }

  // MARK: - Notifications

  /// H1: what is shown is listed, and it is shown once, or again after a kill.
  func notified(_ notification: PresentedNotification, at now: Timestamp) {
    let what = "notification \(notification.number) of \(notification.family.rawValue)"
    if listed(notification.family) < notification.number {
      find(.commandsAreDurable, "\(what) is shown, and is not listed in the store")
    }
    if now < notification.dueAt { find(.notificationsComeOnce, "\(what) is shown before it is due") }
    let isNew = shown[notification.family, default: []].insert(notification.number).inserted
    if !isNew, !notification.isRepeated { find(.notificationsComeOnce, "\(what) is shown twice") }
  }

  /// Everything that is listed was shown, whatever was killed in between.
  func checkShown(_ all: [FamilyID: FamilyNotifications]) {
    for (family, own) in all.sorted(by: { $0.key < $1.key }) {
      for item in own.listed where shown[family]?.contains(item.number) != true {
        find(.notificationsComeOnce, "notification \(item.number) of \(family.rawValue) is listed and was never shown")
      }
    }
  }

  // MARK: - Neighbours

  /// H3: a family whose turn is free and whose oldest callback can be had has it.
  func checkNeighbours(_ facts: DeviceFacts) {
    guard isOpen, !isRestarting else { return }
    for id in facts.state.familyIDs
    where !calls.values.contains(where: { !$0.isSealed && $0.program.family == id.rawValue }) {
      guard let oldest = pending(id.rawValue).first else { continue }
      let program = ProgramID("\(id.rawValue).\(Self.name(of: oldest.point))")
      // The device takes it up again with the first input of that instant.
      if let until = blocked[program], facts.state.now.milliseconds <= until { continue }
      find(.nobodyWaits, "\(oldest.callback) \(oldest.sequence) of \(id.rawValue) waits, and its family has no call")
    }
  }

  private static func name(of point: String) -> String { point == "shieldAction" ? "action" : point }
}
