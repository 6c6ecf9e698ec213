// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ProcessSupervision
package import ScreenTimeRules

/// Everything that can happen to the device. A recording is a list of these, and the same list gives the same commands.
package enum DeviceInput: Codable, Sendable {
  /// What was in front, and whether a person was there.
  case use(UseSpan)
  /// The clock alone: everything else of this instant has been taken.
  case time(Timestamp)
  /// A callback came to its end on its lane.
  case ended(CallID, CallEnd)
  /// A lane asks something within a callback.
  case asked(QuestionID, Question)
  /// A process of a program came, went, or changed its state.
  case moved(ProgramID, ProcessMove)
  /// A program printed something; `isSealed`: it may not.
  case wrote(ProgramID, isSealed: Bool)
  /// The confirmation of `hold`: the family stands still, or the sentence why it can't.
  case held(FamilyID, failure: String?)
  case person(PersonAct)
  case `operator`(OperatorAct)
  case source(SourceEvent)
}

/// What an operator asks for, and what a host does at its start.
package enum OperatorAct: Codable, Sendable {
  /// The host was opened: what it is configured with meets what its state says.
  case opens
  /// The host starts to live through use: pending deliveries go out from here on.
  case starts
  /// Pending deliveries go out, without a run.
  case delivers
  /// A run ends: what waits in memory is written.
  case saves
  /// Lets a quarantined or disabled program run again.
  case reset(ProgramID)
  /// A guardian opens an item until an instant (LIVE-GRT1).
  case grant(Item, until: Timestamp)
  /// The operator's own policy changed (M2).
  case policy([String: SettingsStore])
  /// New tokens for everything a family holds (T9).
  case rotateTokens(FamilyID)
  /// Something of the ledger left the host.
  case exported(String)
  /// A boundary check came to a verdict on a family.
  case checked(FamilyID, verdict: String)
}
