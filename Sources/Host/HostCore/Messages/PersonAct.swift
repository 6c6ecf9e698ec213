// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import PrivacyBoundary
package import ScreenTimeRules

/// An act of a person, from any source: a console, a shield, a command or a script.
package struct PersonAct: Codable, Sendable {
  /// The act's name. If a restarted driver repeats the act that was taken last, it has no effect.
  package var id: String?
  package var kind: Kind
  /// `nil` in recordings of older builds and in simulations.
  package var origin: ActOrigin?

  package init(_ kind: Kind, id: String? = nil, origin: ActOrigin? = nil) {
    self.kind = kind
    self.id = id
    self.origin = origin
  }

  init(_ kind: Kind, _ order: PersonOrder) { self.init(kind, id: order.act, origin: order.origin) }

  package enum Kind: Codable, Sendable {
    /// Opens a family's app. `stays`: the person will act in it, so the opening ends only when they leave.
    case opens(FamilyID, stays: Bool)
    /// Decides about a family that has no app to request authorization.
    case meets(FamilyID)
    /// Taps a control of an open app's window; `label` is the control's text. `isOn`: the new state of a toggle.
    case taps(FamilyID, label: String, tree: Int64, action: Int64, isOn: Bool? = nil)
    /// Ends the person's activity in an app. `missing`: a control that they looked for and did not find.
    case leaves(FamilyID, missing: String?)
    /// Closes an app.
    case closes(FamilyID)
    /// Presses a button of a shield.
    case presses(ShieldButton, Shield)
    /// Answers a prompt, which may have closed unanswered days ago.
    /// `profile`: the one that the person allows; `nil` for the host's.
    case answers(PromptID, PromptReply, by: Authority? = nil, profile: PrivacyProfile? = nil)
    /// Shows how the shield over an item would look now.
    case looksAt(Shield, isRedraw: Bool)
    /// Opens a report.
    case opensReport(ReportRequest)
    case revokes(FamilyID, by: Authority, keepsShields: Bool)
    case removes(FamilyID, by: Authority)
    /// Agrees to the current policy, which was widened (PRIV-FP6),
    /// and, with a `profile`, to that one.
    case agrees(FamilyID, by: Authority, profile: PrivacyProfile? = nil)
    case resetsIdentifiers(FamilyID)
    case withdraws(Item, from: FamilyID)
    /// Opens the family's app from one of its notifications.
    case answersNotification(Int64, of: FamilyID)
    /// Removes a notification from the list.
    case clearsNotification(Int64, of: FamilyID)
    case turnsLedger(isOn: Bool)
    /// Delivers what a family's server sent (FOCUS-N8).
    case deliversPayload(RemotePayload, to: FamilyID)
    /// Places a widget of a family on the home page.
    case placesWidget(FamilyID, kind: String, size: String, [StoredParameter])
    case configuresWidget(String, [StoredParameter])
    case movesWidget(String, to: Int)
    /// Puts a widget onto another one of its size, or takes it out of its stack.
    case stacksWidget(String, onto: String)
    case unstacksWidget(String)
    /// Brings a widget to the front of its stack.
    case choosesWidget(String)
    /// Asks for a new timeline.
    case refreshesWidget(String)
    case removesWidget(String)
    /// Taps a numbered area of a widget, or the widget itself.
    case tapsWidget(String, area: Int?)
    /// Locks or unlocks the screen, as far as widgets show it.
    case locksScreen(ScreenLock)
    /// Turns a Focus on or off, or changes the modes and their filters.
    case changesFocus(FocusChange)
    case asksTime(Item, seconds: Int64, reason: String)
    case withdrawsTime(Item)
    case allowsTime(Item, GrantLength, by: Authority)
    case refusesTime(Int64, by: Authority)
    case endsGrant(Item)
    /// Renames, files or merges an item.
    case changesItem(ItemChange)
    /// Makes a change that opens something wait.
    case waits(LooserChange, opening: [Item], until: Timestamp, by: Authority)
    case cancelsChange(Int64)
    /// Sets how long a change that opens something waits.
    case delaysChanges(seconds: Int64)
  }
}

/// How long a time grant lasts.
package struct GrantLength: Codable, Hashable, Sendable {
  package var mode: Grant.Mode
  /// `nil` if it ends with the day.
  package var seconds: Int64?

  package init(_ mode: Grant.Mode, seconds: Int64? = nil) {
    self.mode = mode
    self.seconds = seconds
  }
}

/// One prompt on a surface of the host.
package struct PromptID: Codable, Hashable, Sendable {
  package let number: Int64
}

/// A question to a person. A prompt stays open until it is answered.
package enum Prompt: Encodable, Sendable {
  /// May this family manage the device as `member`? `authenticator` must agree (A3, A5).
  case authorization(FamilyID, as: FamilyMember, by: Authenticator)
  /// May this family's app give up what a guardian approved (A8)?
  case revocation(FamilyID)
  /// May this family learn as finely as `profile` allows (PRIV-CS2)?
  case profile(FamilyID, profile: String)
  /// The app's picker: which items does the person choose?
  case pick(FamilyID, title: String)
}

/// The answer to a prompt.
package enum PromptReply: Codable, Sendable {
  case said(PromptAnswer)
  /// `nil` if the picker was cancelled.
  case picked(PersonAnswers.Pick?)

  /// The items that were picked; `nil` if there are none, because the picker was cancelled or had no answer.
  var pick: PersonAnswers.Pick? { if case .picked(let pick) = self { pick } else { nil } }
}

extension Prompt {
  package var family: FamilyID {
    switch self {
    case .authorization(let family, _, _), .revocation(let family), .profile(let family, _), .pick(let family, _):
      family
    }
  }

  /// The question in one line.
  package var question: String {
    switch self {
    case .authorization(_, let member, let authenticator):
      "may it manage this device (\(member.rawValue), the \(authenticator.rawValue) agrees)?"
    case .revocation: "may it end what the guardian approved?"
    case .profile(_, let profile): "may it use the wider profile “\(profile)”?"
    case .pick(_, let title): "a choice for “\(title)”"
    }
  }
}
