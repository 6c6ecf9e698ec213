// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import SchemaChecks
import Testing

@testable import HostCore

/// The schema of the console's calls against the reader of acts: both take and refuse the same acts.
@Suite struct ConsoleSchemaTests {
  /// One act of each kind and form, with every member that it may have.
  private static let acts = [
    #"{"kind":"answer","prompt":1,"yes":true,"profile":"tight","policy":2}"#,
    #"{"kind":"pick","prompt":1,"applications":["a"],"categories":["2"],"webDomains":["video.example"],"cancel":false}"#,
    #"{"kind":"pick","prompt":1,"cancel":true}"#, #"{"kind":"open","family":"f"}"#, #"{"kind":"close","family":"f"}"#,
    #"{"kind":"tap","family":"f","tree":1,"action":2,"on":true}"#,
    #"{"kind":"press","item":"a","button":"primaryButtonPressed"}"#,
    #"{"kind":"consent","family":"f","profile":"open","policy":1}"#,
    #"{"kind":"revoke","family":"f","keepsShields":true}"#, #"{"kind":"remove","family":"f"}"#,
    #"{"kind":"resetTokens","family":"f"}"#, #"{"kind":"withdrawItem","family":"f","item":"a"}"#,
    #"{"kind":"ledger","on":false}"#, #"{"kind":"answerNotification","family":"f","number":1}"#,
    #"{"kind":"clearNotification","family":"f","number":1}"#, #"{"kind":"push","family":"f","payload":PAYLOAD}"#,
    #"{"kind":"widget","order":{"unstack":{"_0":"w"}}}"#, #"{"kind":"focus","change":{"activate":{"_0":"work"}}}"#,
    #"{"kind":"ask","item":"a","seconds":900,"reason":"why"}"#, #"{"kind":"withdraw","item":"a"}"#,
    #"{"kind":"allow","item":"a","mode":"add","seconds":900}"#, #"{"kind":"allow","request":1,"mode":"untilEndOfDay"}"#,
    #"{"kind":"allow","request":1,"mode":"replace","seconds":60}"#,
    #"{"kind":"allow","item":"a","mode":"untilEndOfDay"}"#, #"{"kind":"refuse","request":1}"#,
    #"{"kind":"endGrant","item":"a"}"#, #"{"kind":"restart","extension":"e"}"#,
    #"{"kind":"resend","family":"f","number":1}"#, #"{"kind":"dismiss","family":"f","number":1}"#,
    #"{"kind":"rename","item":"a","name":"b"}"#, #"{"kind":"file","item":"a","category":"2"}"#,
    #"{"kind":"merge","item":"a","into":"b"}"#, #"{"kind":"cancelChange","change":1}"#,
    #"{"kind":"delayChanges","seconds":3600}"#,
  ]

  private static func samples() throws -> [WireValue] {
    let payload = try CodedMember.text(of: RemotePayload(json: Data(#"{"aps":{"alert":{"title":"t"}}}"#.utf8)))
    return try acts.map { text in
      let act = try JSONDecoder().decode(WireValue.self, from: Data(text.replacing("PAYLOAD", with: payload).utf8))
      return act.replacing("/act", by: "a").replacing("/as", by: "owner").replacing("/by", by: "console")
    }
  }

  private static let schema: WireValue = ["$defs": ConsoleSchema.document["/$defs"] ?? [:], "$ref": "#/$defs/act"]
  private static let check = JSONSchemaCheck(root: schema)

  private static func isRead(_ act: WireValue) -> Bool {
    (try? PersonOrder(wire: act, at: "", from: .extension)) != nil
  }

  /// `SALLYPORT_UPDATE_RULES=1` (`make rules`) writes the file instead.
  @Test func `the schema of the console's calls is the one that the values give (CON-38)`() throws {
    let file = HostProgram.root + "/" + ConsoleSchema.path
    if ProcessInfo.processInfo.environment["SALLYPORT_UPDATE_RULES"] == "1" {
      try Data(ConsoleSchema.text.utf8).write(to: URL(filePath: file))
    }
    let isCurrent = try String(contentsOfFile: file, encoding: .utf8) == ConsoleSchema.text
    #expect(isCurrent, "\(ConsoleSchema.path) differs from the values; write it again with: make rules")
  }

  @Test func `takes an act of each kind, as the reader does`() throws {
    let samples = try Self.samples()
    let kinds = Set(samples.compactMap { $0["/kind"] })
    #expect(kinds == Set(PersonOrder.Word.allCases.filter { $0 != .passcode }.map { .string($0.rawValue) }))
    for act in samples {
      #expect(try Self.check.accepts(act), "\(act)")
      #expect(Self.isRead(act), "\(act)")
    }
  }

  @Test func `each act is the same on the socket, alone and with a proof`() throws {
    for sample in try Self.samples() {
      let order = try PersonOrder(wire: sample, at: "", from: .extension)
      for proof in [nil, "00"] {
        let call = HostCall.act(order, proof: proof)
        let wire = try #require(call.wire(id: 1)["/with"])
        #expect(try HostCall(.act, wire) == call, "\(wire)")
      }
    }
  }

  @Test func `rejects a selection of more than 1,000 items of a kind, naming the limit (CON-13)`() throws {
    for kind in ["applications", "webDomains"] {
      func pick(_ count: Int) -> WireValue {
        let items = WireValue.array((0..<count).map { .string("item\($0).example") })
        let order: WireValue = ["act": "a", "kind": "pick", "prompt": 1]
        return order.replacing("/\(kind)", by: items)
      }
      #expect(Self.isRead(pick(1_000)))
      #expect(throws: Self.refusal(of: kind)) { try PersonOrder(wire: pick(1_001), at: "", from: .extension) }
    }
  }

  private static func refusal(of kind: String) -> WireError {
    WireError(at: "/\(kind)", "has 1001 items; a family can name at most 1,000 of a kind")
  }

  @Test func `the reader has the bounds of the schema at every place of an act`() throws {
    let bounds = SchemaBounds(root: Self.schema)
    for act in try Self.samples() {
      for place in act.places() {
        for value in bounds.values(at: place, of: act) {
          let changed = act.replacing(place, by: value)
          #expect(try Self.check.accepts(changed) == Self.isRead(changed), "\(changed)")
        }
      }
    }
  }

  @Test func `judges an act as the reader does when a member is added, missing or another`() throws {
    let odd: [WireValue] = [
      true, "", "unheardOf", 0, -1, 2, [], ["x"], [:], .string(String(repeating: "x", count: 300)),
    ]
    for act in try Self.samples() {
      guard case .object(let object) = act else { continue }
      // The host's own encoding inside these has no schema.
      let free: Set = ["order", "change", "payload"]
      var changed = [act.replacing("/unheardOf", by: 1)]
      for member in object.members {
        changed.append(act.replacing("/\(member.name)", by: nil))
        if case .object = member.value, free.contains(member.name) { continue }
        changed += odd.map { act.replacing("/\(member.name)", by: $0) }
      }
      for one in changed {
        // A passcode's act is another call of the console.
        guard one["/kind"] != "passcode" else { continue }
        #expect(try Self.check.accepts(one) == Self.isRead(one), "\(one)")
      }
    }
  }
}
