// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTrials
import HostCore
import TextEscaping

/// The output of `call`: the request and the reply as sent, and their meaning.
struct CallOutput: Encodable {
  struct EffectRow: Encodable {
    var kind: String
    var summary: String
    var value: JSONValue
    /// What a person should know about an effect that would be applied; `nil` if it is carried out.
    var diagnostic: String?
  }

  struct Timing: Encodable {
    /// The time from the decision to the executed program.
    var launchMs: Double?
    /// The time from there to the answer to `hello`.
    var helloMs: Double?
    var callbackMs: Double?
  }

  var `extension`: String
  var point: String
  var callback: String
  var request: JSONValue?
  var reply: JSONValue?
  var effects: [EffectRow]
  var response: String?
  var window: JSONValue?
  var stderr: [String]
  var droppedLogBytes: Int
  var timing: Timing
  /// The reason a host would refuse the answer.
  var problem: String?
  private var picture: String?
  private var log: [TerminalText]

  private enum CodingKeys: CodingKey {
    case `extension`, point, callback, request, reply, effects, response, window, stderr, droppedLogBytes, timing,
      problem
  }

  init(_ result: CallResult) {
    self.extension = result.subject.id
    point = result.subject.point.rawValue
    callback = result.callback
    request = result.request.map(JSONValue.init)
    reply = result.reply.map(JSONValue.init)
    effects = result.effects.map {
      EffectRow(
        kind: $0.kind.rawValue, summary: $0.summary, value: JSONValue($0.wire),
        diagnostic: $0.isCarriedOut ? nil : EnforcementTable.notEnforced)
    }
    response = result.reading?.response
    window = result.window.map(JSONValue.init)
    stderr = result.log.map(\.text)
    log = result.log
    droppedLogBytes = result.droppedLogBytes
    timing = Timing(
      launchMs: result.launchMs.map(Self.rounded), helloMs: result.helloMs.map(Self.rounded),
      callbackMs: result.callbackMs.map(Self.rounded))
    problem = result.problem
    picture = result.reading?.picture
  }

  private static func rounded(_ milliseconds: Double) -> Double { (milliseconds * 1_000).rounded() / 1_000 }

  func print(_ options: OutputOptions) throws {
    switch (options.format, options.quiet) {
    case (.json, _): Terminal.show(try JSONText.of(self))
    case (.table, true): for effect in effects { Terminal.show("\(effect.kind)") }
    case (.table, false): Terminal.show(text)
    }
    if let problem { Terminal.complain("\(problem)") }
  }

  private var text: TerminalText {
    var parts: [TerminalText] = ["\(self.extension) · \(point) · \(callback)"]
    func section(_ title: TerminalText, _ lines: [TerminalText]) {
      if !lines.isEmpty { parts.append("\n\(title)\n" + TerminalText(lines: lines.map { "  " + $0 })) }
    }
    func json(_ value: JSONValue?) -> [TerminalText] {
      value.map { [TerminalText(json: CanonicalText.text(of: $0.value))] } ?? []
    }
    section("request", json(request))
    section("reply", json(reply))
    section("response", response.map { [TerminalText($0)] } ?? [])
    let rows = effects.enumerated().map {
      ["\($0.offset)", $0.element.kind, $0.element.summary, $0.element.diagnostic ?? ""]
    }
    section("effects", TextTable(header: [], rows: rows).lines)
    let drawn = picture?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
    section("surface", drawn.map { TerminalText(drawing: String($0)) })
    section("stderr", log + (droppedLogBytes > 0 ? ["… and \(droppedLogBytes) bytes that were not kept"] : []))
    let times = [("launch", timing.launchMs), ("hello", timing.helloMs), ("callback", timing.callbackMs)]
    let spoken = times.compactMap { name, time in time.map { "\(name) \($0) ms" } }.joined(separator: "   ")
    section("timing", ["\(spoken)"])
    return TerminalText(lines: parts)
  }
}
