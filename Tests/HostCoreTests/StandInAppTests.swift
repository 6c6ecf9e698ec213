// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import ProcessSupervision
import ScreenTimeRules
import Testing

@testable import HostCore

/// The app that the host plays for a family without one, message by message (DEV-3).
@Suite struct StandInAppTests {
  /// Tokens as a device gives them: of an application, a category and a web domain.
  private let picked: WireToken
  private let category: WireToken
  private let site: WireToken
  private let everything: Selection

  init() throws {
    let life = try PlayedLife()
    try life.meet("worklog", picking: ["org.gnome.Chess"])
    func token(_ item: Item) throws -> WireToken {
      try #require(life.facts.token(for: item, of: FamilyID("worklog")))
    }
    (picked, category, site) = (try token(PlayedLife.chess), try token(.category("8")), try token(PlayedLife.site))
    everything = Selection(
      applications: [picked], categories: [category], webDomains: [site], includeEntireCategory: true)
  }

  /// A device with a family that monitors two activities but has no app, and the host's stand-in for the missing app.
  private func life() throws -> (life: PlayedLife, app: StandInApp) {
    let specifications = try MonitorSpecification.list(
      [
        "play: sat,sun 14:00-21:00 warn=5m limit=1h2m5s event=games past=yes categories=3 limit=1m event=all",
        "night: daily 22:00-06:00 limit=15m event=chess apps=chess",
      ], category: { $0 })
    var family: LoadedFamily?
    let life = try PlayedLife { configuration in
      for index in configuration.families.indices {
        configuration.families[index].manifest.app = nil
        configuration.families[index] = configuration.families[index].standingIn(specifications)
      }
      family = configuration.families.first { $0.manifest.family == "homework" }
    }
    return (life, StandInApp(of: try #require(family)))
  }

  private func request(_ number: Int64, _ method: String, _ params: WireValue) -> Envelope {
    .request(id: RequestID(.host, number), method: method, params: params)
  }

  private func text(_ values: [WireValue]) throws -> [String] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try values.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
  }

  private func choice(_ number: Int64, _ selection: Selection) -> Envelope {
    .result(id: RequestID(.extension, number), result: PickResult(selection: selection).wire)
  }

  private static func question(_ number: Int, _ method: String, _ params: String) -> [String] {
    [#"{"id":"e\#(number)","jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#]
  }

  private static let picker = #"{"includeEntireCategory":false}"#
  private static let nothing = "{}"

  private static func result(_ number: Int, _ result: String) -> [String] {
    [#"{"id":"h\#(number)","jsonrpc":"2.0","result":\#(result)}"#]
  }

  /// The request with which the device opens the family's app.
  private func opening(_ life: PlayedLife) throws -> WireValue {
    let call = try life.open("homework")
    let sent = try #require(life.bench.sent.first { $0.call == call }).request
    try life.end(call, .replied(["effects": []]))
    life.leave("homework")
    return sent
  }

  @Test func `asks for authorization, has the items of each event picked, and monitors them`() throws {
    let (life, app) = try life()
    #expect(
      try text(app.hear(request(1, "hello", [:])))
        == Self.result(1, #"{"extension":"homework.stand-in","features":[],"protocol":1,"schema":1,"version":"1.0"}"#))
    let first = try opening(life)
    #expect(
      try text(app.hear(request(2, "perform", first))) == Self.question(1, "authorize", #"{"member":"individual"}"#))
    let yes = Envelope.result(id: RequestID(.extension, 1), result: ["status": "approved"])
    #expect(try text(app.hear(yes)) == Self.question(2, "pick", Self.picker))
    #expect(try text(app.hear(.notification(method: "any", params: [:]))) == [])
    #expect(try text(app.hear(choice(2, everything))) == Self.question(3, "pick", Self.picker))
    let reply = try text(app.hear(choice(3, Selection(applications: [picked]))))
    let line = try #require(reply.first)
    let effects = try JSONDecoder().decode(WireValue.self, from: Data(line.utf8))
    guard case .object(let members) = effects, members["id"] == "h2", let result = members["result"] else {
      Issue.record("\(reply)")
      return
    }
    let started = try EffectsResult(wire: result, at: "", from: .extension).effects.map { effect -> String in
      guard case .startMonitoring(let activity, let schedule, let events) = effect else { return "\(effect)" }
      let parts = events.map {
        "\($0.name) \($0.applications.map(\.text)) \($0.categories.map(\.text)) \($0.webDomains.map(\.text)) \($0.threshold.fields.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)) \($0.includesPastActivity)"
      }
      return
        "\(activity) \(schedule.start.fields.count) \(schedule.repeats) \(schedule.warning == nil): \(parts.joined(separator: ", "))"
    }
    let games = #"games ["\#(picked.text)"] ["\#(category.text)"] ["\#(site.text)"] [1, 2, 5] true"#
    let all = "all [] [] [] [0, 1, 0] false"
    #expect(
      started == [
        "play-sat 4 true false: \(games), \(all)", "play-sun 4 true false: \(games), \(all)",
        #"night 3 true true: chess ["\#(picked.text)"] [] [] [0, 15, 0] false"#,
      ], "\(started)")
    // The next opening asks again, with new question numbers.
    #expect(
      try text(app.hear(request(3, "perform", first))) == Self.question(4, "authorize", #"{"member":"individual"}"#))
  }

  @Test func `a family that is approved is asked for items only, and a pick of nothing fails the callback`() throws {
    let (life, app) = try life()
    try life.meet("homework", picking: ["org.gnome.Chess"])
    let opening = try opening(life)
    var number: Int64 = 0
    for empty in [Selection(), Selection(includeEntireCategory: true)] {
      #expect(try text(app.hear(request(5, "perform", opening))) == Self.question(Int(number) + 1, "pick", Self.picker))
      #expect(
        try text(app.hear(choice(number + 1, everything))) == Self.question(Int(number) + 2, "pick", Self.picker))
      let failure = try text(app.hear(choice(number + 2, empty)))
      #expect(failure.count == 1 && failure[0].contains("The person picked nothing for an event."))
      #expect(failure[0].contains(#""id":"h5""#) && failure[0].contains("error"))
      // Whatever arrives after the end has no answer.
      #expect(try text(app.hear(choice(number + 3, everything))) == [])
      number += 2
    }
    #expect(try text(app.hear(request(6, "perform", opening))) == Self.question(Int(number) + 1, "pick", Self.picker))
    let malformed = Envelope.result(id: RequestID(.extension, number + 1), result: ["selection": 1])
    #expect(try text(app.hear(malformed)).first?.contains("The person picked nothing") == true)
  }

  @Test func `a refusal ends the callback without effects, and so does any callback but an opening`() throws {
    let (life, app) = try life()
    _ = app.hear(request(1, "perform", try opening(life)))
    let refusal = Envelope.failure(id: RequestID(.extension, 1), error: ErrorObject(.denied, "No."))
    #expect(try text(app.hear(refusal)) == Self.result(1, Self.nothing) && text(app.hear(refusal)) == [])
    #expect(try text(app.hear(request(2, "perform", ["callback": "nothing"]))) == Self.result(2, Self.nothing))
    #expect(try text(app.hear(request(3, "other", [:]))) == Self.result(3, "{}") && !app.hasLeft)
    #expect(try text(app.hear(request(4, "shutdown", [:]))) == Self.result(4, "{}") && app.hasLeft)
  }
}
