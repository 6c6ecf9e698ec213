// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// An app that was opened and that the person is not done with. Its opening is settled when they are, so a killed host
/// opens it again; everything an app does is an absolute assignment and bears repeating.
struct Visit {
  var delivery: PendingDelivery
  /// What the last callback of the visit did.
  var lastEffects: [Effect]
}

/// What is asked of the person, and what they are in the middle of.
final class PersonDesk {
  /// A prompt that waits for its answer.
  struct OpenPrompt {
    enum Purpose {
      case authorization(FamilyMember, Authenticator)
      /// A family without an app is met.
      case acquaintance(FamilyMember)
      case pick(PickParams)
      /// The reply or savepoint that waits for the guardian.
      case revocation(DeviceInput)
      case profile
    }

    var purpose: Purpose
    var family: FamilyID
    var call: CallID?
    /// When the callback that asked gets no more time for it; `nil`: the prompt stays open.
    var limit: Timestamp?
  }

  /// How long a callback may wait for a person (`wire.md#requests-of-an-extension`).
  static let patience: Int64 = 300_000

  private(set) var prompts: [PromptID: OpenPrompt] = [:]
  private(set) var visits: [FamilyID: Visit] = [:]
  /// The name of the act that was taken last.
  private(set) var lastAct: String?
  private var lastPrompt: Int64 = 0

  init(_ reader: StoreReader) throws { lastAct = try reader.value(String.self, HostMeta.lastAct) }

  func ask(
    _ purpose: OpenPrompt.Purpose, of family: FamilyID, within call: CallID? = nil, at now: Timestamp
  ) -> PromptID {
    lastPrompt += 1
    let id = PromptID(number: lastPrompt)
    prompts[id] = OpenPrompt(
      purpose: purpose, family: family, call: call, limit: call.map { _ in now.advanced(by: Self.patience) })
    return id
  }

  /// The first limit of an open prompt.
  var nextLimit: Timestamp? { prompts.values.compactMap(\.limit).min() }

  /// Open prompts whose limit has come, oldest first.
  func overdue(at now: Timestamp) -> [PromptID] {
    prompts.filter { $0.value.limit.map { $0 <= now } ?? false }.keys.sorted { $0.number < $1.number }
  }

  /// Takes the prompts of a callback away, since it has ended.
  func closePrompts(within call: CallID, unless isReply: Bool = false) -> [PromptID] {
    guard !isReply else { return [] }
    let closed = prompts.filter { $0.value.call == call }.keys.sorted { $0.number < $1.number }
    for id in closed { prompts[id] = nil }
    return closed
  }

  /// Takes a prompt away, since its answer came.
  func close(_ id: PromptID) -> OpenPrompt? { prompts.removeValue(forKey: id) }

  func begin(_ visit: Visit, to family: FamilyID) { visits[family] = visit }

  func endVisit(to family: FamilyID) -> Visit? { visits.removeValue(forKey: family) }

  func took(_ act: String, in transaction: StoreTransaction) throws {
    lastAct = act
    try transaction.setValue(act, HostMeta.lastAct)
  }

  /// A write failed: the callbacks that asked are gone.
  func reload(_ reader: StoreReader) throws {
    (prompts, visits) = ([:], [:])
    lastAct = try reader.value(String.self, HostMeta.lastAct)
  }
}
