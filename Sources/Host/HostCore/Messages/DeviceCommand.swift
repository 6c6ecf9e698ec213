// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import PrivacyBoundary
package import ProcessSupervision
package import ScreenTimeRules

/// What the device wants done. Each leaves after the commit of the transaction that owes it, and only then.
package enum DeviceCommand: Encodable, Sendable {
  case perform(CallID, ProgramID, ApprovedRequest)
  /// Answers a question of a lane.
  case answer(QuestionID, Answer)
  /// What became of a reply with effects; its lane waits for it.
  case conclude(CallID, ReplyVerdict)
  /// Ends a callback that is in flight; what still comes of it has no effect.
  case cancel(CallID, CancelReason)
  case stop(ProgramID, StopReason)
  case reset(ProgramID)
  /// Holds every process of a family but the report's own; confirmed by the input `held`.
  case hold(FamilyID, around: ProgramID, isApart: Bool)
  case release(FamilyID)
  case keepWarm(ProgramID)
  case coolDown(ProgramID)
  case present(Surface)
  case withdraw(SurfaceID)
  /// Shows a notification. One number of a family is one notification, however often the command comes.
  case notify(PresentedNotification)
  case prompt(PromptID, Prompt)
  /// The prompt is closed without an answer: its limit has come, or its callback has ended.
  case closePrompt(PromptID)
  /// The earliest instant at which something can be due if nothing else happens; `nil`: there is none.
  case wake(at: Timestamp?)
  case tell(HostEvent)

  package enum CancelReason: String, Codable, Sendable {
    /// The approval of the family was taken back.
    case revoked
    /// The family was removed.
    case removed
  }

  package enum StopReason: String, Codable, Sendable {
    case idle, `operator`
    /// Killed, not asked: approval was taken back.
    case revoked
  }
}
