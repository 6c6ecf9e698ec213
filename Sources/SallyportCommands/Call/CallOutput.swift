// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTrials
import HostCore

/// What `call` prints: the request and the reply as they crossed, and what they mean.
struct CallOutput: Encodable {
  struct EffectRow: Encodable {
    var kind: String
    var summary: String
    var value: JSONValue
  }

  struct Timing: Encodable {
    /// From the decision to the executed program.
    var launchMs: Double?
    /// From there to the answer to `hello`.
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
  /// Why a host would not take the answer.
  var problem: String?
  private var picture: String?

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
      EffectRow(kind: $0.kind.rawValue, summary: $0.summary, value: JSONValue($0.wire))
    }
    response = result.reading?.response
    window = result.window.map(JSONValue.init)
    stderr = result.log
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
    case (.json, _): Swift.print(try JSONText.of(self))
    case (.table, true): for effect in effects { Swift.print(effect.kind) }
    case (.table, false): Swift.print(text)
    }
    if let problem { Terminal.complain(problem) }
  }

  private var text: String {
    var parts = ["\(self.extension) · \(point) · \(callback)"]
    func section(_ title: String, _ lines: [String]) {
      if !lines.isEmpty { parts.append("\n\(title)\n" + lines.map { "  " + $0 }.joined(separator: "\n")) }
    }
    section("request", request.map { [CanonicalText.text(of: $0.value)] } ?? [])
    section("reply", reply.map { [CanonicalText.text(of: $0.value)] } ?? [])
    section("response", response.map { [$0] } ?? [])
    let rows = effects.enumerated().map { ["\($0.offset)", $0.element.kind, $0.element.summary] }
    section(
      "effects", rows.isEmpty ? [] : TextTable(header: [], rows: rows).text.split(separator: "\n").map(String.init))
    section(
      "surface", picture.map { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) } ?? [])
    let more = droppedLogBytes > 0 ? ["… and \(droppedLogBytes) bytes that were not kept"] : []
    section("stderr", stderr + more)
    let times = [("launch", timing.launchMs), ("hello", timing.helloMs), ("callback", timing.callbackMs)]
    section("timing", [times.compactMap { name, time in time.map { "\(name) \($0) ms" } }.joined(separator: "   ")])
    return parts.joined(separator: "\n")
  }
}
