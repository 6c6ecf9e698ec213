// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

@testable import HostCore

/// Which requests go to a family at the same time.
@Suite struct FlightOrderTests {
  private let flights = InFlightTests()

  @Test func `the requests sent during a callback, and those that wait for its end, match the transcript`() throws {
    var lines: [String] = []
    for flight in InFlightTests.Flight.allCases {
      let life = try flights.life()
      let sent = try flights.send(flight, on: life)
      var asked: [String] = []
      let usual = life.reply
      life.reply = {
        asked.append("\($0.program) \($0.callback)")
        return try usual($0)
      }
      // Each of these makes a request to a program of the family.
      life.take(.person(PersonAct(.opens(homework, stays: false))))
      life.take(.person(PersonAct(.changesFocus(.define(FocusMode(id: "rest", name: "Rest"))))))
      let filter = FocusFilter(FocusFilterKey(homework, "Mute"), parameters: [])
      life.take(.person(PersonAct(.changesFocus(.set(filter, in: "rest")))))
      life.take(.person(PersonAct(.changesFocus(.activate("rest")))))
      try flights.place(life)
      if let shield = life.facts.shield(over: PlayedLife.chess) {
        life.take(.person(PersonAct(.looksAt(shield, isRedraw: true))))
      }
      try life.use(PlayedLife.chess, minutes: 24)
      lines.append("# \(flight.rawValue), during: \(asked.joined(separator: ", "))")
      asked = []
      life.isHeld = { _ in false }
      try life.settle()
      try life.use(PlayedLife.chess, minutes: 1)
      lines.append("# \(flight.rawValue), afterwards: \(asked.joined(separator: ", "))")
      #expect(!life.bench.sent.contains { $0.call == sent.call })
    }
    try PageTranscript.compare(lines, with: "flights")
  }

  @Test func `a reply of another form is refused with the place of its fault, as in the transcript`() throws {
    let replies: [WireValue] = [7, ["effects": 7, "view": 7, "entries": 7], ["effects": [["kind": "nonsense"]]]]
    var lines: [String] = []
    for flight in InFlightTests.Flight.allCases {
      for reply in replies {
        let life = try flights.life()
        let sent = try flights.send(flight, on: life)
        life.isHeld = { _ in false }
        life.bench.forget(sent.call)
        for command in life.take(.ended(sent.call, .replied(reply))) {
          switch command {
          case .conclude(_, .malformed(let fault)), .conclude(_, .denied(let fault)):
            lines.append("\(flight.rawValue) \(fault.pointer ?? "-"): \(fault.message)")
          case .tell(let event): lines.append("\(flight.rawValue), \(event.what): \(event.detail)")
          default: continue
          }
        }
      }
    }
    try PageTranscript.compare(lines, with: "flight-faults")
  }

  @Test func `a delivery waits while a report of its family is drawn, and is sent when that has ended`() throws {
    let life = try flights.life()
    let report = try flights.send(.report, on: life)
    func called(_ commands: [DeviceCommand]) -> [String] {
      commands.compactMap { if case .perform(_, let program, _) = $0 { program.rawValue } else { nil } }
    }
    #expect(called(life.take(.person(PersonAct(.opens(homework, stays: false))))) == [])
    let reply = try life.usualEnd(of: report)
    life.bench.forget(report.call)
    #expect(called(life.take(.ended(report.call, reply))).contains("homework.app"))
  }
}

private let homework = FamilyID("homework")
