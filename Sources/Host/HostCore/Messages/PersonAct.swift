// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import ScreenTimeRules

/// What a person does, wherever they do it: at a console, in front of a shield, with a command, or by a script.
package struct PersonAct: Codable, Sendable {
  /// Names the act. The act that was taken last has no effect when a driver that was killed repeats it.
  package var id: String?
  package var kind: Kind

  package init(_ kind: Kind, id: String? = nil) {
    self.kind = kind
    self.id = id
  }

  package enum Kind: Codable, Sendable {
    /// Opens a family's app. `stays`: to do something in it, so that the opening is not over before they leave.
    case opens(FamilyID, stays: Bool)
    /// Meets a family that has no app to ask with.
    case meets(FamilyID)
    /// Taps a control of an open app's window; `label` is what the control says.
    case taps(FamilyID, label: String, tree: Int64, action: Int64)
    /// Is done with an app for now. `missing`: the control that was looked for and is not there.
    case leaves(FamilyID, missing: String?)
    /// Closes an app.
    case closes(FamilyID)
    /// Presses a button of a shield.
    case presses(ShieldButton, Shield)
    /// Answers a prompt.
    case answers(PromptID, PromptReply)
    /// Looks at what would be drawn over an item now.
    case looksAt(Shield, isRedraw: Bool)
    /// Opens a report.
    case opensReport(ReportRequest)
    case revokes(FamilyID, by: Authority, keepsShields: Bool)
    case removes(FamilyID, by: Authority)
    /// Agrees to the policy in force, which was widened (PRIV-FP6).
    case agrees(FamilyID, by: Authority)
    case resetsIdentifiers(FamilyID)
    case withdraws(Item, from: FamilyID)
    /// Opens the app of the family from one of its notifications.
    case answersNotification(Int64, of: FamilyID)
    /// Takes a notification off the list.
    case clearsNotification(Int64, of: FamilyID)
    case turnsLedger(isOn: Bool)
  }
}

/// One prompt on a surface of the host.
package struct PromptID: Codable, Hashable, Sendable {
  package let number: Int64
}

/// What a person is asked. A prompt stays open until it is answered.
package enum Prompt: Encodable, Sendable {
  /// May this family manage the device as `member`? The one who has to agree is `authenticator` (A3, A5).
  case authorization(FamilyID, as: FamilyMember, by: Authenticator)
  /// May this family's app give back what a guardian approved? (A8)
  case revocation(FamilyID)
  /// May this family learn as finely as `profile` says? (PRIV-CS2)
  case profile(FamilyID, profile: String)
  /// What is meant? The app's own picker.
  case pick(FamilyID, title: String)
}

/// The answer to a prompt.
package enum PromptReply: Codable, Sendable {
  case said(PromptAnswer)
  /// `nil`: the picker was cancelled.
  case picked(PersonAnswers.Pick?)
}
