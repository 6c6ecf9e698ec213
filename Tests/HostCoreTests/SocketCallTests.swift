// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Pages
import SchemaChecks
import ScreenTimeRules
import Testing

@testable import HostCore

/// The calls of a command to a host, and the values of its answers, in the form that they have on the socket.
@Suite struct SocketCallTests {
  private static let one = FamilyID("one")
  private static let calls: [HostCall] = [
    .requests, .items(containing: ""), .items(containing: "chess"), .window(one),
    .page(.today, hidesNames: false), .page(.families, hidesNames: true),
    .export(nil, from: nil, to: nil), .export(one, from: nil, to: nil),
    .export(nil, from: "2026-10-19", to: nil), .export(nil, from: nil, to: "2026-10-20"),
    .export(one, from: "2026-10-19", to: "2026-10-20"), .watch, .prove("00"),
    .act(PersonOrder(.open(one), act: "a"), proof: nil), .act(PersonOrder(.open(one), act: "a"), proof: "00"),
  ]

  private func says(_ word: HostCall.Word, _ parameters: WireValue) -> String {
    do throws(WireError) { return "\(try HostCall(word, parameters))" } catch { return "\(error)" }
  }

  @Test func `every call is read as it was written, with its number and its name`() throws {
    for (index, call) in Self.calls.enumerated() {
      let wire = call.wire(id: Int64(index))
      #expect(wire["/id"] == .integer(Int64(index)) && wire["/call"] == .string(call.word.rawValue))
      #expect(try HostCall(call.word, try #require(wire["/with"])) == call, "\(wire)")
    }
  }

  @Test func `a call without its optional parameters is one for everything, with names`() throws {
    #expect(try HostCall(.items, [:]) == .items(containing: ""))
    #expect(try HostCall(.page, ["path": "/today"]) == .page(.today, hidesNames: false))
    #expect(try HostCall(.export, [:]) == .export(nil, from: nil, to: nil))
  }

  @Test func `a parameter that a call does not have is refused, and so is one that is missing`() {
    for call in Self.calls {
      let parameters = (call.wire(id: 1)["/with"] ?? .null).replacing("/unheardOf", by: 1)
      #expect(says(call.word, parameters) == "/with/unheardOf is not known here", "\(call)")
    }
    let needed: [(HostCall.Word, String)] = [(.window, "family"), (.page, "path"), (.prove, "proof")]
    for (word, name) in needed {
      #expect(says(word, [:]) == "/with lacks “\(name)”", "\(word)")
    }
  }

  @Test(arguments: ["2026-10-19", "0000-00-00"])
  func `a day has four, two and two digits`(_ day: String) throws {
    for name in ["from", "to"] {
      let call = try HostCall(.export, [name: .string(day)])
      #expect(call == .export(nil, from: name == "from" ? day : nil, to: name == "to" ? day : nil))
      let longer = [day + "0", "1" + day, day + "T00:00", " " + day, String(day.dropLast()), String(day.dropFirst())]
      for text in longer + [day.replacing("-", with: ""), ""] {
        let refusal = says(.export, [name: .string(text)])
        #expect(refusal == "/with/\(name) is not a day such as 2026-11-22", "\(text)")
      }
    }
  }

  @Test func `names in a call have their longest length, and none is longer`() {
    func text(_ count: Int) -> WireValue { .string(String(repeating: "x", count: count)) }
    let limits: [(word: HostCall.Word, name: String, most: Int)] = [
      (.window, "family", 32), (.export, "family", 32), (.prove, "proof", 256),
    ]
    for (word, name, most) in limits {
      func answer(_ count: Int) -> String { says(word, [name: text(count)]) }
      #expect(!answer(most).contains("bytes long"), "\(word)")
      #expect(answer(most + 1) == "/with/\(name) is \(most + 1) bytes long; 1…\(most) are allowed")
      #expect(answer(0) == "/with/\(name) is 0 bytes long; 1…\(most) are allowed")
    }
    // A path has room for the longest subject, each byte of it escaped.
    let subject = String(repeating: "%41", count: PageAddress.maximumSubject)
    #expect(!says(.page, ["path": .string("/item/" + subject)]).contains("bytes long"))
    #expect(says(.page, ["path": text(2_048)]) == "/with/path is not the path of a page")
    #expect(says(.page, ["path": text(2_049)]) == "/with/path is 2049 bytes long; 1…2048 are allowed")
  }

  @Test func `an open question is read as it was written, whatever it lacks`() throws {
    for form in [OpenPromptFacts.Form.yesOrNo, .pick] {
      for (needsGuardian, isLate) in [(false, false), (true, false), (false, true)] {
        for until in [nil, Timestamp(milliseconds: 7)] {
          let prompt = OpenPromptFacts(
            number: 2, family: Self.one, form: form, question: "Which?", needsGuardian: needsGuardian, until: until,
            isLate: isLate)
          #expect(try OpenPromptFacts(wire: prompt.wire, at: "", from: .extension) == prompt)
          #expect((prompt.wire["/until"] == nil) == (until == nil))
          // A host of an older build does not say whether it is late.
          let older = try OpenPromptFacts(wire: prompt.wire.replacing("/late", by: nil), at: "", from: .extension)
          #expect(!older.isLate && older.number == 2)
        }
      }
    }
  }

  @Test func `a control is read as it was written, and only a switch is on or off`() throws {
    for isOn in [nil, false, true] {
      let control = AppWindow.Control(action: 3, label: "Loud", isOn: isOn)
      #expect(try AppWindow.Control(wire: control.wire, at: "", from: .extension) == control)
      #expect(control.wire["/on"] == isOn.map(WireValue.bool))
      let more = control.wire.replacing("/unheardOf", by: 1)
      #expect(throws: WireError.self) { try AppWindow.Control(wire: more, at: "", from: .extension) }
    }
  }
}
