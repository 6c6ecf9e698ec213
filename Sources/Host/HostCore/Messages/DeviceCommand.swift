// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import PrivacyBoundary
package import ProcessSupervision
package import ScreenTimeRules

/// The device's commands to its driver. Each is returned only after the commit of the transaction that caused it.
package enum DeviceCommand: Encodable, Sendable {
  case perform(CallID, ProgramID, ApprovedRequest)
  /// Answers a question of a lane.
  case answer(QuestionID, Answer)
  /// The verdict on a reply with effects, which its lane waits for.
  case conclude(CallID, ReplyVerdict)
  /// Ends a callback in flight. Anything that still arrives for it has no effect.
  case cancel(CallID, CancelReason)
  case stop(ProgramID, StopReason)
  case reset(ProgramID)
  /// Holds a program back because too many deliveries wait for it.
  case quarantine(ProgramID)
  /// Suspends every process of a family except the report's own; confirmed by the input `held`.
  case hold(FamilyID, around: ProgramID, isApart: Bool)
  case release(FamilyID)
  case keepWarm(ProgramID)
  case coolDown(ProgramID)
  case present(Surface)
  case withdraw(SurfaceID)
  /// Shows a notification. The same family and number again is the same notification.
  case notify(PresentedNotification)
  case prompt(PromptID, Prompt)
  /// Closes a prompt without an answer, because its limit was reached or its callback has ended.
  case closePrompt(PromptID)
  /// The earliest instant at which something can be due if nothing else happens; `nil` if there is none.
  case wake(at: Timestamp?)
  case tell(HostEvent)

  package enum CancelReason: String, Codable, Sendable {
    /// The family's authorization was revoked.
    case revoked
    /// The family was removed.
    case removed
  }

  package enum StopReason: String, Codable, Sendable {
    case idle, `operator`
    /// Killed without a shutdown message, because the authorization was revoked.
    case revoked
  }
}
