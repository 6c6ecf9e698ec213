// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// An opened app that the person is still using. Its opening is settled when they leave, so a killed host opens the app
/// again. Repeating is safe, since every effect is an absolute assignment.
struct Visit {
  var delivery: PendingDelivery
  /// The effects of the visit's last callback.
  var lastEffects: [Effect]
}

/// Open prompts and visits of the person.
final class PersonDesk {
  /// A prompt that waits for its answer.
  struct OpenPrompt {
    enum Purpose {
      case authorization(FamilyMember, Authenticator)
      /// Asks about a family without an app.
      case acquaintance(FamilyMember)
      case pick(PickParams)
      /// The reply or savepoint that waits for the guardian.
      case revocation(DeviceInput)
      case profile
    }

    var purpose: Purpose
    /// The question as the person sees it.
    var prompt: Prompt
    var family: FamilyID { prompt.family }
    var call: CallID?
    /// The time limit of the waiting callback; `nil` if the prompt stays open.
    var limit: Timestamp?
  }

  /// The time that a callback may wait for a person (`wire.md#requests-of-an-extension`).
  static let patience: Int64 = 300_000

  private(set) var prompts: [PromptID: OpenPrompt] = [:]
  private(set) var visits: [FamilyID: Visit] = [:]
  /// The name of the act that was taken last.
  private(set) var lastAct: String?
  private var lastPrompt: Int64
  private(set) var timeRequests: TimeRequestBook
  private(set) var changes: ChangeBook
  private(set) var book: PromptBook

  init(_ reader: StoreReader) throws {
    lastAct = try reader.value(String.self, HostMeta.lastAct)
    lastPrompt = try reader.value(Int64.self, HostMeta.lastPrompt) ?? 0
    timeRequests = try reader.value(TimeRequestBook.self, HostMeta.timeRequests) ?? TimeRequestBook()
    changes = try reader.value(ChangeBook.self, HostMeta.waitingChanges) ?? ChangeBook()
    book = try reader.value(PromptBook.self, HostMeta.settledPrompts) ?? PromptBook()
  }

  func changeTimeRequests(_ turn: Turn, _ body: (inout TimeRequestBook) -> Void) throws {
    body(&timeRequests)
    try turn.transaction.setValue(timeRequests, HostMeta.timeRequests)
  }

  func changeChanges(_ turn: Turn, _ body: (inout ChangeBook) -> Void) throws {
    body(&changes)
    try turn.transaction.setValue(changes, HostMeta.waitingChanges)
  }

  func changeBook(_ turn: Turn, _ body: (inout PromptBook) -> Void) throws {
    body(&book)
    try turn.transaction.setValue(book, HostMeta.settledPrompts)
  }

  /// The instant at which the first waiting change takes effect.
  ///
  /// The driver replaces a passcode at its next call, so nothing wakes up for that.
  var nextChange: Timestamp? { changes.changes.filter { $0.change != .replacesPasscode }.map(\.until).min() }

  /// Opens a prompt. Its number is never used again, even by a later host, because a person may still answer it then.
  func ask(
    _ purpose: OpenPrompt.Purpose, _ prompt: Prompt, within call: CallID? = nil, at now: Timestamp, _ turn: Turn
  ) throws {
    lastPrompt += 1
    let id = PromptID(number: lastPrompt)
    try turn.transaction.setValue(lastPrompt, HostMeta.lastPrompt)
    prompts[id] = OpenPrompt(
      purpose: purpose, prompt: prompt, call: call, limit: call.map { _ in now.advanced(by: Self.patience) })
    turn.say(.prompt(id, prompt))
  }

  /// The earliest limit of an open prompt.
  var nextLimit: Timestamp? { prompts.values.compactMap(\.limit).min() }

  /// Open prompts whose limit has been reached, oldest first.
  func overdue(at now: Timestamp) -> [PromptID] {
    prompts.filter { $0.value.limit.map { $0 <= now } ?? false }.keys.sorted { $0.number < $1.number }
  }

  /// Closes the prompts of a callback that ended without a reply.
  func closePrompts(within call: CallID, unless isReply: Bool = false, at now: Timestamp, _ turn: Turn) throws
    -> [PromptID]
  {
    guard !isReply else { return [] }
    let closed = prompts.filter { $0.value.call == call }.keys.sorted { $0.number < $1.number }
    for id in closed {
      if let prompt = prompts[id] { try noteUnanswered(prompt, id, at: now, turn) }
      prompts[id] = nil
    }
    return closed
  }

  /// Lists a question about an authorization that closed without an answer, so that it can still be answered.
  func noteUnanswered(_ prompt: OpenPrompt, _ id: PromptID, at now: Timestamp, _ turn: Turn) throws {
    guard case .authorization(let member, let authenticator) = prompt.purpose else { return }
    try changeBook(turn) {
      $0.add(
        UnansweredPrompt(
          number: id.number, family: prompt.family, member: member, authenticator: authenticator, closedAt: now))
    }
  }

  /// Closes a prompt that was answered.
  func close(_ id: PromptID) -> OpenPrompt? { prompts.removeValue(forKey: id) }

  func begin(_ visit: Visit, to family: FamilyID) { visits[family] = visit }

  func endVisit(to family: FamilyID) -> Visit? { visits.removeValue(forKey: family) }

  func took(_ act: String, in transaction: StoreTransaction) throws {
    lastAct = act
    try transaction.setValue(act, HostMeta.lastAct)
  }

  /// Drops all prompts and visits after a failed write, since their callbacks are gone.
  func reload(_ reader: StoreReader) throws {
    (prompts, visits) = ([:], [:])
    lastAct = try reader.value(String.self, HostMeta.lastAct)
    lastPrompt = try reader.value(Int64.self, HostMeta.lastPrompt) ?? 0
    timeRequests = try reader.value(TimeRequestBook.self, HostMeta.timeRequests) ?? TimeRequestBook()
    changes = try reader.value(ChangeBook.self, HostMeta.waitingChanges) ?? ChangeBook()
    book = try reader.value(PromptBook.self, HostMeta.settledPrompts) ?? PromptBook()
  }
}
