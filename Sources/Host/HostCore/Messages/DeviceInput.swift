// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ProcessSupervision
package import ScreenTimeRules

/// Everything that can happen to the device. A recording is a list of inputs, and the same list gives the same
/// commands.
package enum DeviceInput: Codable, Sendable {
  /// A span of use: the foreground, and whether a person was present.
  case use(UseSpan)
  /// The clock alone, after all other input of this instant.
  case time(Timestamp)
  /// A callback ended on its lane.
  case ended(CallID, CallEnd)
  /// A lane asks a question within a callback.
  case asked(QuestionID, Question)
  /// A program's process started, exited or changed its state.
  case moved(ProgramID, ProcessMove)
  /// A process that printed something has ended; `isSealed` if it must not print. `lines`: the last ones, unless sealed.
  case wrote(ProgramID, isSealed: Bool, lines: [String]? = nil)
  /// The confirmation of `hold`: the family is suspended, or the reason why it can't be.
  case held(FamilyID, failure: String?)
  case person(PersonAct)
  case `operator`(OperatorAct)
  case source(SourceEvent)
  /// The Focus that the desktop or a script turned on; `nil` if none is on.
  case focus(String?)
}

/// An operator's command, or a step of the host's own run.
package enum OperatorAct: Codable, Sendable {
  /// The host was opened: applies the configuration to the state.
  case opens
  /// The host starts a run of use: pending deliveries are sent from here on.
  case starts
  /// Pending deliveries are sent, without a run.
  case delivers
  /// A run ends: unsaved state is written.
  case saves
  /// Lets a quarantined or disabled program run again.
  case reset(ProgramID)
  /// Has a delivery that failed or expired sent again, by its number.
  case resend(FamilyID, sequence: Int64)
  /// Takes a delivery that failed or expired off the list.
  case dismiss(FamilyID, sequence: Int64)
  /// Opens an item until an instant, by a guardian (LIVE-GRT1).
  case grant(Item, until: Timestamp)
  /// Replaces the operator's own policy (M2).
  case policy([String: SettingsStore])
  /// Issues new tokens for everything that a family holds (T9).
  case rotateTokens(FamilyID)
  /// Something from the ledger left the host.
  case exported(String)
  /// A boundary check came to a verdict on a build of a family, which `FamilyBuild.fingerprint` names.
  case checked(FamilyID, verdict: String, build: String?)
  /// The guardian's passcode was changed, or given wrongly.
  case passcode(PasscodeNews, by: ActOrigin? = nil)
}
