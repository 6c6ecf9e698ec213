// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
import Foundation
package import PrivacyBoundary
package import ScreenTimeRules
import ScreenTimeStore

/// An act of a person as a command names it, by the names that a person sees. The host looks up the rest.
package struct PersonOrder: Hashable, Sendable {
  /// The role in which the person acts.
  package enum Role: String, Codable, WireWord {
    case owner, guardian

    var authority: Authority { self == .guardian ? .guardian : .person }
  }

  package enum Kind: Hashable, Sendable {
    case answer(prompt: Int64, isYes: Bool, ConsentTerms = ConsentTerms())
    /// `nil` cancels the picker.
    case pick(prompt: Int64, PersonAnswers.Pick?)
    case open(FamilyID)
    case close(FamilyID)
    /// Taps a control of an app's window. `tree`: the window as the person saw it.
    case tap(FamilyID, tree: Int64, action: Int64, isOn: Bool?)
    case press(item: String, ShieldButton)
    case consent(FamilyID, ConsentTerms = ConsentTerms())
    case revoke(FamilyID, keepsShields: Bool)
    case remove(FamilyID)
    case resetTokens(FamilyID)
    case withdrawItem(String, from: FamilyID)
    case ledger(isOn: Bool)
    case passcode(PasscodeChange)
    case answerNotification(Int64, of: FamilyID)
    case clearNotification(Int64, of: FamilyID)
    /// Delivers what a family's server sent.
    case push(FamilyID, RemotePayload)
    case widget(WidgetOrder)
    case focus(FocusChange)
    case ask(item: String, seconds: Int64, reason: String)
    case withdraw(item: String)
    case allow(TimeTarget, GrantLength)
    case refuse(request: Int64)
    case endGrant(item: String)
    /// Gives an item another name, for the person only.
    case rename(item: String, name: String)
    /// Puts an item in another category.
    case file(item: String, category: String)
    /// Makes an item one with another.
    case merge(item: String, into: String)
    case cancelChange(Int64)
    /// Sets how long a change that opens something waits.
    case delayChanges(seconds: Int64)
    /// Lets a quarantined or disabled extension run again.
    case restart(extension: String)
    /// Sends a callback that failed or expired once more.
    case resend(FamilyID, number: Int64)
    /// Takes a callback that failed or expired off the list.
    case dismiss(FamilyID, number: Int64)
  }

  /// The items for which more time is allowed.
  package enum TimeTarget: Hashable, Sendable {
    case item(String)
    case request(Int64)
  }

  /// The caller's name for the act. The host takes an act of the same name once, however often it arrives.
  package var act: String
  package var role: Role
  package var by: ActOrigin.Means
  package var kind: Kind

  package init(_ kind: Kind, as role: Role = .owner, by: ActOrigin.Means = .cli, act: String) {
    self.kind = kind
    self.role = role
    self.by = by
    self.act = act
  }

  /// Whether it is a change of the passcode that waits.
  var waits: Bool { if case .passcode(.replace) = kind { true } else { false } }

  /// The guardian was asked for the passcode before an order reaches the device.
  var origin: ActOrigin { ActOrigin(by, as: role, proof: role == .guardian ? .passcode : nil) }
}

/// The consent sheet that the person saw and agrees to.
package struct ConsentTerms: Hashable, Sendable {
  /// How finely the family may learn; `nil` for the host's profile.
  package var profile: PrivacyProfile?
  /// The version of the policy behind the sheet; `nil` if the person does not say.
  package var policy: Int?

  package init(profile: PrivacyProfile? = nil, policy: Int? = nil) {
    self.profile = profile
    self.policy = policy
  }
}

extension ConsentTerms {
  fileprivate init(_ reader: inout WireReader) throws(WireError) {
    let word = try reader.optional("profile", as: String.self)
    let profile = word.flatMap(PrivacyProfile.init)
    guard (word == nil) == (profile == nil) else {
      throw WireError(at: reader.path("profile"), "is not open, standard or tight")
    }
    let policy = reader.value("policy") == nil ? nil : Int(try reader.integer("policy", in: 1...1 << 31))
    self.init(profile: profile, policy: policy)
  }

  fileprivate var members: [(name: String, value: WireValue)] {
    (policy.map { [("policy", .integer(Int64($0)))] } ?? [])
      + (profile.map { [("profile", .string($0.rawValue))] } ?? [])
  }
}

// MARK: - On the socket

extension PersonOrder: WireConvertible {
  enum Word: String, WireWord {
    case answer, pick, open, close, tap, press, consent, revoke, remove, resetTokens, withdrawItem, ledger, passcode
    case answerNotification, clearNotification, push, widget, focus, ask, withdraw, allow, refuse, endGrant
    case restart, resend, dismiss, rename, file, merge, cancelChange, delayChanges
  }

  package var wire: WireValue {
    let (word, members) = kind.members
    var all: [(name: String, value: WireValue)] = [
      ("act", .string(act)), ("as", role.wire), ("by", by.wire), ("kind", .string(word)),
    ]
    all += members
    // The names above differ from all names of members.
    return .object(WireObject(uniqueMembers: all) ?? WireObject())
  }

  package init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    let act = try reader.name("act", atMost: 64)
    let role = try reader.optional("as", as: Role.self) ?? .owner
    let by = try reader.optional("by", as: ActOrigin.Means.self) ?? .cli
    let word = try reader.required("kind", as: Word.self)
    self.init(try Self.kind(word, &reader), as: role, by: by, act: act)
    try reader.finish()
  }

  private static func kind(_ word: Word, _ reader: inout WireReader) throws(WireError) -> Kind {
    switch word {
    case .answer:
      .answer(
        prompt: try number("prompt", &reader), isYes: try reader.required("yes"), try ConsentTerms(&reader))
    case .pick: .pick(prompt: try number("prompt", &reader), try pick(&reader))
    case .open: .open(try family(&reader))
    case .close: .close(try family(&reader))
    case .tap:
      .tap(
        try family(&reader), tree: try number("tree", &reader), action: try number("action", &reader),
        isOn: try reader.optional("on"))
    case .press: .press(item: try reader.name("item"), try reader.required("button"))
    case .consent: .consent(try family(&reader), try ConsentTerms(&reader))
    case .revoke: .revoke(try family(&reader), keepsShields: try reader.optional("keepsShields") ?? false)
    case .remove: .remove(try family(&reader))
    case .resetTokens: .resetTokens(try family(&reader))
    case .withdrawItem: .withdrawItem(try reader.name("item"), from: try family(&reader))
    case .ledger: .ledger(isOn: try reader.required("on"))
    case .passcode: .passcode(try reader.required("change"))
    case .answerNotification:
      .answerNotification(try number("number", &reader), of: try family(&reader))
    case .push: .push(try family(&reader), try codable("payload", &reader))
    case .widget: .widget(try codable("order", &reader))
    case .focus: .focus(try codable("change", &reader))
    case .clearNotification: .clearNotification(try number("number", &reader), of: try family(&reader))
    case .ask:
      .ask(
        item: try reader.name("item"), seconds: try reader.integer("seconds", in: TimeRequest.lengths),
        reason: try reader.optional("reason") ?? "")
    case .withdraw: .withdraw(item: try reader.name("item"))
    case .allow: .allow(try target(&reader), try length(&reader))
    case .refuse: .refuse(request: try number("request", &reader))
    case .endGrant: .endGrant(item: try reader.name("item"))
    case .rename: .rename(item: try reader.name("item"), name: try reader.name("name"))
    case .file: .file(item: try reader.name("item"), category: try reader.name("category", atMost: 8))
    case .merge: .merge(item: try reader.name("item"), into: try reader.name("into"))
    case .cancelChange: .cancelChange(try number("change", &reader))
    case .delayChanges: .delayChanges(seconds: try reader.integer("seconds", in: ChangeBook.delays))
    case .restart: .restart(extension: try reader.name("extension"))
    case .resend: .resend(try family(&reader), number: try number("number", &reader))
    case .dismiss: .dismiss(try family(&reader), number: try number("number", &reader))
    }
  }

  /// Reads a value that has a coded form.
  private static func codable<Value: Decodable>(_ name: String, _ reader: inout WireReader) throws(WireError) -> Value {
    guard let value = reader.value(name) else { throw reader.missing(name) }
    do {
      return try CodedMember.value(Value.self, from: value)
    } catch { throw WireError(at: reader.path(name), "is not one that this version knows") }
  }

  /// Exactly one of the two.
  private static func target(_ reader: inout WireReader) throws(WireError) -> TimeTarget {
    guard let number = try reader.optional("request", as: Int64.self) else { return .item(try reader.name("item")) }
    return .request(number)
  }

  private static func length(_ reader: inout WireReader) throws(WireError) -> GrantLength {
    let mode = try reader.required("mode", as: Grant.Mode.self)
    guard mode != .untilEndOfDay else { return GrantLength(mode) }
    return GrantLength(mode, seconds: try reader.integer("seconds", in: 1...Grant.longestSeconds))
  }

  private static func family(_ reader: inout WireReader) throws(WireError) -> FamilyID {
    FamilyID(try reader.name("family", atMost: 32))
  }

  private static func number(_ name: String, _ reader: inout WireReader) throws(WireError) -> Int64 {
    try reader.integer(name, in: 1...Int64(1) << 53 - 1)
  }

  /// Reads the picked items of a kind (CON-13).
  private static func items(_ name: String, _ reader: inout WireReader) throws(WireError) -> [String] {
    let items: [String] = try reader.list(name)
    guard items.count <= 1_000 else {
      throw WireError(
        at: reader.path(name), "has \(items.count) items; a family can name at most 1,000 of a kind")
    }
    return items
  }

  /// Reads a whole selection, or `cancel`. An empty selection is a choice of nothing, which is not a cancellation.
  private static func pick(_ reader: inout WireReader) throws(WireError) -> PersonAnswers.Pick? {
    let isCancelled = try reader.optional("cancel", as: Bool.self) ?? false
    let pick = PersonAnswers.Pick(
      applications: try items("applications", &reader), categories: try reader.list("categories", atMost: 12),
      webDomains: try items("webDomains", &reader))
    guard isCancelled else { return pick }
    guard pick.selection.items.isEmpty else { throw WireError(at: reader.path("cancel"), "goes with no selection") }
    return nil
  }
}

extension PersonOrder.Kind {
  /// The word of the act and its own members.
  fileprivate var members: (String, [(name: String, value: WireValue)]) {
    switch self {
    case .answer(let prompt, let isYes, let terms):
      ("answer", [("prompt", .integer(prompt)), ("yes", .bool(isYes))] + terms.members)
    case .pick(let prompt, nil): ("pick", [("prompt", .integer(prompt)), ("cancel", true)])
    case .pick(let prompt, let pick?):
      (
        "pick",
        [
          ("prompt", .integer(prompt)), ("applications", (pick.applications ?? []).wire),
          ("categories", (pick.categories ?? []).wire), ("webDomains", (pick.webDomains ?? []).wire),
        ]
      )
    case .open(let family): ("open", [family.member])
    case .close(let family): ("close", [family.member])
    case .tap(let family, let tree, let action, let isOn):
      (
        "tap",
        [family.member, ("tree", .integer(tree)), ("action", .integer(action))]
          + (isOn.map { [("on", .bool($0))] } ?? [])
      )
    case .press(let item, let button): ("press", [("item", .string(item)), ("button", button.wire)])
    case .consent(let family, let terms): ("consent", [family.member] + terms.members)
    case .revoke(let family, let keeps): ("revoke", [family.member, ("keepsShields", .bool(keeps))])
    case .remove(let family): ("remove", [family.member])
    case .resetTokens(let family): ("resetTokens", [family.member])
    case .withdrawItem(let item, let family): ("withdrawItem", [("item", .string(item)), family.member])
    case .ledger(let isOn): ("ledger", [("on", .bool(isOn))])
    case .passcode(let change): ("passcode", [("change", change.wire)])
    case .answerNotification(let number, let family):
      ("answerNotification", [("number", .integer(number)), family.member])
    case .clearNotification(let number, let family):
      ("clearNotification", [("number", .integer(number)), family.member])
    case .push(let family, let payload): ("push", [family.member, ("payload", Self.coded(payload))])
    case .widget(let order): ("widget", [("order", Self.coded(order))])
    case .focus(let change): ("focus", [("change", Self.coded(change))])
    case .ask(let item, let seconds, let reason):
      ("ask", [("item", .string(item)), ("seconds", .integer(seconds)), ("reason", .string(reason))])
    case .withdraw(let item): ("withdraw", [("item", .string(item))])
    case .allow(let target, let length):
      (
        "allow",
        [target.member, ("mode", length.mode.wire)] + (length.seconds.map { [("seconds", .integer($0))] } ?? [])
      )
    case .refuse(let request): ("refuse", [("request", .integer(request))])
    case .endGrant(let item): ("endGrant", [("item", .string(item))])
    case .rename(let item, let name): ("rename", [("item", .string(item)), ("name", .string(name))])
    case .file(let item, let category): ("file", [("category", .string(category)), ("item", .string(item))])
    case .merge(let item, let target): ("merge", [("into", .string(target)), ("item", .string(item))])
    case .cancelChange(let number): ("cancelChange", [("change", .integer(number))])
    case .delayChanges(let seconds): ("delayChanges", [("seconds", .integer(seconds))])
    case .restart(let program): ("restart", [("extension", .string(program))])
    case .resend(let family, let number): ("resend", [family.member, ("number", .integer(number))])
    case .dismiss(let family, let number): ("dismiss", [family.member, ("number", .integer(number))])
    }
  }
}

extension Grant.Mode: WireWord {}

extension PersonOrder.TimeTarget {
  fileprivate var member: (name: String, value: WireValue) {
    switch self {
    case .item(let name): ("item", .string(name))
    case .request(let number): ("request", .integer(number))
    }
  }
}

extension PersonOrder.Kind {
  /// The coded form as a wire value. The value types have no members that can't be coded.
  private static func coded(_ value: some Encodable) -> WireValue {
    (try? CodedMember.text(of: value)).flatMap { try? JSONText.value(Array($0.utf8)) } ?? .null
  }
}

extension FamilyID {
  fileprivate var member: (name: String, value: WireValue) { ("family", .string(rawValue)) }
}
