// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import Pages
package import ScreenTimeRules

/// A call of a command to a running host: `{"id":1,"call":"window","with":{"family":"homework"}}`.
package enum HostCall: Hashable, Sendable {
  /// The open prompts.
  case requests
  case items(containing: String)
  case window(FamilyID)
  /// A page for the person.
  case page(PageAddress, hidesNames: Bool)
  /// The ledger of some days, one JSON object per line. An export is an entry of the ledger.
  case export(FamilyID?, from: String?, to: String?)
  /// The number of changes so far. The connection then receives every further change.
  case watch
  /// Whether this is the proof of the guardian's passcode; counts as an attempt.
  case prove(String)
  /// `proof`: the proof of the guardian's passcode.
  case act(PersonOrder, proof: String?)
}

/// The answer to a call: `{"id":1,"ok":{…}}`, or `{"id":1,"error":{"code":…,"says":…}}`.
struct HostAnswer: Sendable {
  enum Code: Sendable {
    case malformed, notFound, schema, refused, tooLarge, reused
    case because(HostError.Refusal)

    var word: String {
      switch self {
      case .malformed: "request.malformed"
      case .notFound: "notFound"
      case .schema: "schema"
      case .refused: "refused"
      case .tooLarge: "tooLarge"
      case .reused: "act.reused"
      case .because(let refusal): refusal.rawValue
      }
    }
  }

  enum Body: Sendable {
    case ok(WireValue)
    case error(Code, String)
  }

  /// The call's number; 0 if it could not be read.
  var id: Int64
  var body: Body
  /// Whether the connection receives changes from now on.
  var watches = false

  var wire: WireValue {
    switch body {
    case .ok(let value): ["id": .integer(id), "ok": value]
    case .error(let code, let says):
      ["id": .integer(id), "error": ["code": .string(code.word), "says": .string(says)]]
    }
  }
}

extension HostCall {
  enum Word: String, WireWord {
    case requests, items, window, page, export, watch, prove, act
  }

  var word: Word {
    switch self {
    case .requests: .requests
    case .items: .items
    case .window: .window
    case .page: .page
    case .export: .export
    case .watch: .watch
    case .prove: .prove
    case .act: .act
    }
  }

  private var parameters: WireValue {
    switch self {
    case .requests: [:]
    case .items(let text): ["text": .string(text)]
    case .window(let family): ["family": .string(family.rawValue)]
    case .page(let address, let hidesNames): ["path": .string(address.path), "hidesNames": .bool(hidesNames)]
    case .export(let family, let first, let last):
      [
        "family": (family?.rawValue).map { .string($0) }, "from": first.map { .string($0) },
        "to": last.map { .string($0) },
      ]
    case .watch: [:]
    case .prove(let proof): ["proof": .string(proof)]
    case .act(let order, nil): order.wire
    case .act(let order, let proof?): ["order": order.wire, "proof": .string(proof)]
    }
  }

  func wire(id: Int64) -> WireValue { ["call": word.wire, "id": .integer(id), "with": parameters] }

  /// Reads the parameters of a call.
  init(_ word: Word, _ parameters: WireValue) throws(WireError) {
    var reader = try WireReader(parameters, at: "/with", from: .extension)
    switch word {
    case .requests: self = .requests
    case .items: self = .items(containing: try reader.optional("text") ?? "")
    case .window: self = .window(FamilyID(try reader.name("family", atMost: 32)))
    case .page:
      let path = try reader.name("path", atMost: 4 * PageAddress.maximumSubject)
      guard let address = PageAddress(path: path) else {
        throw WireError(at: reader.path("path"), "is not the path of a page")
      }
      self = .page(address, hidesNames: try reader.optional("hidesNames") ?? false)
    case .export:
      func day(_ name: String) throws(WireError) -> String? {
        guard let text = try reader.optional(name, as: String.self) else { return nil }
        guard text.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) != nil else {
          throw WireError(at: reader.path(name), "is not a day such as 2026-11-22")
        }
        return text
      }
      let family = reader.value("family") == nil ? nil : FamilyID(try reader.name("family", atMost: 32))
      self = .export(family, from: try day("from"), to: try day("to"))
    case .watch: self = .watch
    case .prove: self = .prove(try reader.name("proof"))
    case .act:
      // An order alone is an act without a proof; an act on a widget has a member “order” of its own.
      guard reader.value("proof") != nil else {
        self = .act(try PersonOrder(wire: parameters, at: "/with", from: .extension), proof: nil)
        return
      }
      self = .act(try reader.required("order"), proof: try reader.name("proof"))
    }
    try reader.finish()
  }
}

extension OpenPromptFacts: WireConvertible {
  package var wire: WireValue {
    [
      "family": .string(family.rawValue), "form": form.wire, "late": .bool(isLate),
      "needsGuardian": .bool(needsGuardian),
      "number": .integer(number), "question": .string(question), "until": until.map { .integer($0.milliseconds) },
    ]
  }

  package init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    self.init(
      number: try reader.required("number"), family: FamilyID(try reader.required("family")),
      form: try reader.required("form"), question: try reader.required("question"),
      needsGuardian: try reader.required("needsGuardian"),
      until: try reader.optional("until", as: Int64.self).map { Timestamp(milliseconds: $0) },
      isLate: try reader.optional("late") ?? false)
    try reader.finish()
  }
}

extension AppWindow.Control: WireConvertible {
  package var wire: WireValue {
    ["action": .integer(action), "label": .string(label), "on": isOn.map { .bool($0) }]
  }

  package init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    self.init(
      action: try reader.required("action"), label: try reader.required("label"), isOn: try reader.optional("on"))
    try reader.finish()
  }
}
