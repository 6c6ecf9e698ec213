// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

@testable import HostCore

/// The calls of commands to a host and its answers, line by line, over a device whose programs are played.
@Suite struct PlayedServiceTests {
  private static let homework = FamilyID("homework")
  private static let cheap = PasscodeVerifier.Cost(rounds: 1 << 10, blockSize: 1, parallelism: 1)

  /// A host that answers calls, with a transcript of both.
  private final class Host {
    let life: PlayedLife
    private let service: PersonService
    private var calls = 0

    init(_ configure: @escaping (inout HostConfiguration) -> Void = { _ in }) throws {
      life = try PlayedLife(configure)
      service = PersonService(life.facts, life.bench.driver.configuration)
    }

    func say(_ line: String) throws {
      life.note("> \(line)")
      try answer(.value(try JSONDecoder().decode(WireValue.self, from: Data(line.utf8))))
    }

    func call(_ word: String, _ parameters: String = "{}") throws {
      calls += 1
      try say(#"{"id":\#(calls),"call":"\#(word)","with":\#(parameters)}"#)
    }

    /// Gives an order, whose own members may differ between two runs and are not part of the transcript.
    func order(_ what: String, _ kind: PersonOrder.Kind, as role: PersonOrder.Role = .owner, proof: String? = nil)
      throws
    {
      calls += 1
      life.note("> \(what) as \(role)\(proof == nil ? "" : " with proof")")
      let order = PersonOrder(kind, as: role, by: .console, act: "act \(calls)")
      try answer(.value(HostCall.act(order, proof: proof).wire(id: Int64(calls))))
    }

    func prove(_ what: String, _ proof: String) throws {
      calls += 1
      life.note("> prove \(what)")
      try answer(.value(HostCall.prove(proof).wire(id: Int64(calls))))
    }

    func answer(_ line: HostLine) throws {
      let answer = try service.answer(line) { input in
        let commands = try life.bench.take(input)
        for case .tell(let event) in commands { life.note("  \(event.kind) \(event.what): \(event.detail)") }
      }
      try life.settle()
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let text = String(decoding: try encoder.encode(answer.wire), as: UTF8.self)
      let short = text.utf8.count > 4_000 ? "\(text.prefix(400))… of \(text.utf8.count) bytes" : text
      life.note("< \(short)\(answer.watches ? " and changes" : "")")
    }
  }

  @Test func `calls of each kind and their answers match their transcript`() throws {
    let host = try Host()
    let life = host.life
    for line in [
      "[]", "7", #"{"id":0,"call":"requests"}"#, #"{"id":-1,"call":"requests"}"#, #"{"id":"1","call":"requests"}"#,
      #"{"id":9007199254740991,"call":"requests"}"#, #"{"id":9007199254740992,"call":"requests"}"#,
      #"{"id":1,"call":""}"#, #"{"id":1,"call":"shout"}"#, #"{"id":1,"call":"requests","then":1}"#,
      #"{"call":"watch"}"#,
    ] {
      try host.say(line)
    }
    try host.answer(.malformed("it is not JSON"))
    let call = try life.open("homework")
    try life.ask(call, 1, .authorize(AuthorizeParams(member: .individual)))
    try host.call("requests")
    try host.call("act", #"{"act":"yes","kind":"answer","prompt":1,"yes":true,"by":"console"}"#)
    try host.call("act", #"{"act":"yes","kind":"answer","prompt":1,"yes":true,"by":"console"}"#)
    try host.call("act", #"{"act":"yes","kind":"answer","prompt":1,"yes":false,"by":"console"}"#)
    try host.call("act", #"{"act":"no","kind":"answer","prompt":1,"yes":false,"by":"console"}"#)
    try life.ask(call, 2, .pick(PickParams(includeEntireCategory: false)))
    try host.call("requests")
    try host.call("act", #"{"act":"a","kind":"pick","prompt":2,"applications":["x"],"cancel":true}"#)
    try host.call("act", #"{"act":"a","kind":"pick","prompt":2,"applications":["org.gnome.Chess"]}"#)
    let button: WireValue = [
      "kind": "control", "form": "toggle", "action": 3, "on": false, "child": ["kind": "text", "text": "Loud"],
    ]
    life.move("homework.app", .greeting, .idle(since: life.now), "hello.ok")
    try life.ask(call, 3, .presentWindow(PresentWindowParams(view: button, title: "Window")))
    for family in ["homework", "worklog", "nobody", ""] { try host.call("window", #"{"family":"\#(family)"}"#) }
    try life.end(call, .replied(["effects": []]))
    for parameters in ["{}", #"{"text":"chess"}"#, #"{"text":"nothing of this"}"#, #"{"text":7}"#] {
      try host.call("items", parameters)
    }
    for path in ["/today", "/families", "/item/app:org.gnome.Chess", "/nowhere", "/family/nobody", ""] {
      for hidden in ["", #","hidesNames":true"#] { try host.call("page", #"{"path":"\#(path)"\#(hidden)}"#) }
    }
    for order in [
      #"{"act":"b","kind":"tap","family":"homework","tree":1,"action":3,"on":true}"#,
      #"{"act":"c","kind":"ledger","on":false,"as":"guardian"}"#,
      #"{"act":"d","kind":"consent","family":"homework","profile":"loose"}"#,
      #"{"act":"e","kind":"allow","item":"Chess","mode":"add","seconds":60}"#,
      #"{"act":"f","kind":"allow","request":1,"mode":"untilEndOfDay"}"#,
      #"{"act":"g","kind":"ask","item":"Chess","seconds":900,"reason":"level 3"}"#,
      #"{"act":"h","kind":"ask","item":"Chess","seconds":901}"#,
      #"{"act":"i","kind":"push","family":"homework","payload":1}"#,
      #"{"act":"","kind":"open","family":"homework"}"#,
      #"{"order":{"act":"j","kind":"open","family":"worklog"},"proof":"00"}"#,
    ] {
      try host.call("act", order)
    }
    try host.call("watch")
    for parameters in [
      "{}", #"{"family":"worklog"}"#, #"{"from":"2026-10-20"}"#, #"{"to":"2026-10-18"}"#, #"{"from":"yesterday"}"#,
      #"{"family":"homework","from":"2026-10-19","to":"2026-10-19"}"#, #"{"family":""}"#,
    ] {
      try host.call("export", parameters)
    }
    try life.compare("played-service")
  }

  @Test func `passcodes that are set, proved, changed, recovered, replaced and removed match their transcript`() throws
  {
    let host = try Host {
      $0.authorization = AuthorizationPolicy(person: .child)
      $0.looseningSeconds = 3_600
    }
    let words = ["first", "second", "third", "fourth"].map { "\($0) passcode" }
    let verifiers = try words.map { try PasscodeVerifier(of: try #require(Passcode($0)), cost: Self.cheap) }
    let proofs = try zip(verifiers, words).map { try $0.proof(of: try #require(Passcode($1))) }
    func ledger(_ what: String, as role: PersonOrder.Role, _ proof: String? = nil) throws {
      try host.order("turn the ledger off, \(what)", .ledger(isOn: false), as: role, proof: proof)
      try host.order("turn the ledger on, \(what)", .ledger(isOn: true), as: role, proof: proof)
    }
    try host.prove("a passcode before one is set", proofs[0])
    try ledger("before a passcode is set", as: .owner)
    try host.order("remove none", .passcode(.remove), as: .guardian, proof: proofs[0])
    try host.order("replace none", .passcode(.replace(verifiers[1], recovery: verifiers[2])))
    try host.order("set the first", .passcode(.set(verifiers[0], recovery: verifiers[1])))
    try host.order("set another", .passcode(.set(verifiers[1], recovery: verifiers[1])))
    try ledger("as the child", as: .owner)
    try ledger("without a proof", as: .guardian)
    try ledger("with the recovery code", as: .guardian, proofs[1])
    try ledger("with the passcode", as: .guardian, proofs[0])
    try host.prove("the first", proofs[0])
    try host.prove("the second", proofs[1])
    try host.order("change it without a proof", .passcode(.change(verifiers[2])), as: .guardian)
    try host.order("change it to the third", .passcode(.change(verifiers[2])), as: .guardian, proof: proofs[0])
    try host.prove("the first, which was changed", proofs[0])
    try host.prove("the third", proofs[2])
    let recovered = PersonOrder.Kind.passcode(.recover(verifiers[0], recovery: verifiers[3]))
    try host.order("recover with the passcode", recovered, as: .guardian, proof: proofs[2])
    try host.order("recover with the code", recovered, as: .guardian, proof: proofs[1])
    try host.prove("the first, which is set again", proofs[0])
    try host.order("replace it with the second", .passcode(.replace(verifiers[1], recovery: verifiers[2])))
    try host.order("replace it once more", .passcode(.replace(verifiers[2], recovery: verifiers[2])))
    try host.prove("the first, while its replacement waits", proofs[0])
    host.life.show(["/device", "/requests"])
    try host.life.pass(hours: 2)
    try host.call("requests")
    try host.prove("the first, which was replaced", proofs[0])
    try host.prove("the second, which replaced it", proofs[1])
    try host.order("remove it with the old one", .passcode(.remove), as: .guardian, proof: proofs[0])
    try host.order("remove it", .passcode(.remove), as: .guardian, proof: proofs[1])
    try ledger("after the passcode is removed", as: .owner)
    try host.life.compare("played-passcodes")
  }

  @Test func `an export that an answer has no room for is refused`() throws {
    // Each entry has its name twice. Escaped, a text may need two bytes for each of its own.
    for (entries, isWithin) in [(30, true), (39, true), (45, false), (90, false)] {
      let life = try PlayedLife()
      let service = PersonService(life.facts, life.bench.driver.configuration)
      for number in 0..<entries {
        let name = "\(number) " + String(repeating: "x", count: 25_000)
        try life.bench.take(.operator(.exported(name)))
      }
      let before = try life.facts.store.read { try $0.ledger().count }
      let answer = try service.answer(.value(["id": 1, "call": "export", "with": [:]])) { try life.bench.take($0) }
      let after = try life.facts.store.read { try $0.ledger().count }
      switch answer.body {
      case .ok: #expect(isWithin && after == before + 1, "\(entries)")
      case .error(.tooLarge, let says):
        #expect(!isWithin && says.contains("export fewer days"), "\(entries)")
        #expect(after == before, "an export that was refused is in the ledger")
      case .error(_, let says): Issue.record("\(says)")
      }
    }
  }

  @Test func `a host knows its last 4,096 acts, and takes an older one again`() throws {
    let life = try PlayedLife(points: [])
    let service = PersonService(life.facts, life.bench.driver.configuration)
    var taken = 0
    func act(_ number: Int) throws -> Int {
      let order = PersonOrder(.ledger(isOn: true), act: "\(number)")
      _ = try service.answer(.value(HostCall.act(order, proof: nil).wire(id: 1))) { _ in taken += 1 }
      return taken
    }
    for number in 0..<4_096 { _ = try act(number) }
    #expect(try act(0) == 4_096)
    #expect(try act(4_096) == 4_097)
    #expect(try act(1) == 4_097)
    #expect(try act(0) == 4_098)
  }
}
