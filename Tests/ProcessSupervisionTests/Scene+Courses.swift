// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import WrittenCodes

extension Scene {
  static let all = greetings + performances + violations + requests + deadlines + seals

  /// The handshake.
  static let greetings: [Scene] =
    [
      greeting("exits with status 0 at once", [.exit(0)], ["exit.withoutReply", "strike"]),
      greeting("exits with status 3 at once", [.read, .exit(3)], ["exit.3", "strike"]),
      greeting("exits with status 75 to be retried", [.read, .exit(75)], ["exit.75", "exited"]),
      greeting("crashes", [.read, .raise(11)], ["crash.SIGSEGV", "strike"], depths: [.thread, .process]),
      greeting("closes its end and stays", [.read, .closeWriting, .hang], ["exit.withoutReply", "strike"]),
      greeting("sends nothing", [.read, .hang], ["hello.timeout", "strike"], start: .milliseconds(300)),
      greeting(
        "stops in the middle of its reply", [.read, .write(#"{"jsonrpc":"#), .hang], ["hello.timeout", "strike"],
        start: .milliseconds(250)),
      greeting("prints text", [.read, .line("Hello, world!"), .helloReply()], ["violation.line.syntax", "strike"]),
      greeting("sends a message before its reply", [.read, .ack, .helloReply()], ["noise", "strike"]),
      greeting("sends a request before its reply", [.read, .commit("e1"), .helloReply()], ["noise", "strike"]),
      greeting("sends 2 MiB without a line feed", [.read, .flood(2 << 20)], ["violation.line.tooLong", "strike"]),
      greeting("answers another request", [.read, .helloReply(id: "h2")], ["hello.mismatch", "strike"]),
      greeting("has another name", [.read, .helloReply(extension: "homework.other")], ["hello.mismatch", "strike"]),
      greeting("has another version", [.read, .helloReply(version: "1.1")], ["hello.mismatch", "strike"]),
      greeting("chooses a protocol not offered", [.read, .helloReply(protocol: 2)], ["hello.mismatch", "strike"]),
      greeting("chooses a schema not offered", [.read, .helloReply(schema: 2)], ["hello.mismatch", "strike"]),
      greeting(
        "confirms a feature not offered", [.read, .helloReply(features: ["ack", "telepathy"])],
        ["hello.mismatch", "strike"]),
      greeting("adds a member", [.read, .helloReply(more: #","mood":1"#)], ["hello.mismatch", "strike"]),
      greeting("fails", [.read, .error(1200)], ["hello.mismatch", "strike"]),
      greeting(
        "script: 40 lines of text", [.read] + Array(repeating: .line("Loading…"), count: 40), ["noise", "strike"],
        isScript: true),
      greeting(
        "script: 9 KiB of text",
        [.read] + (0..<3).map { _ in .line(String(repeating: "x", count: 3_000)) } + [.helloReply()],
        ["noise", "strike"], isScript: true),
      greeting(
        "script: an endless line", [.read, .flood(64 << 10), .helloReply()], ["noise", "strike"], isScript: true),
      greeting(
        "script: a request instead of the reply", [.read] + (0..<33).map { .commit("e\($0)") }, ["noise", "strike"],
        isScript: true),
    ] + [
      disabling("supports no common version", .error(1000), "hello.version"),
      disabling("is not configured", .exit(78), "exit.config"),
    ]

  private static func disabling(_ title: String, _ step: Step, _ reason: String) -> Scene {
    var scene = greeting(title, [.read, step], [reason, "exited"])
    scene.outcome = .unavailable(reason: "disabled", retryAt: nil)
    return scene
  }

  /// Callbacks without a violation.
  static let performances: [Scene] = [
    performing("answers", [.read, .reply()], .accepted, ["reply.ok"]),
    performing(
      "answers in two pieces",
      [.read, .write(#"{"jsonrpc":"2.0","id":"h2"#), .write("\",\"result\":{}}\n")],
      .accepted, ["reply.ok"]),
    performing("acknowledges and answers", features: ["ack"], [.read, .ack, .reply()], .accepted, ["reply.ok"]),
    performing(
      "acknowledges and answers in one write", features: ["ack"], [.read, .together(.ack, .reply())], .accepted,
      ["reply.ok"], ticks: true),
    performing("answers before it acknowledges", features: ["ack"], [.read, .reply()], .accepted, ["reply.ok"]),
    performing("fails", [.read, .error(1200)], .failed(ErrorObject(ownWords: 1200)), ["reply.error"]),
    performing(
      "uses an error code of the host", [.read, .error(1203)], .failed(ErrorObject(ownWords: 1203)), ["reply.error"]),
    performing(
      "sends a reply that is denied", [.read, .reply(#"{"deny":true}"#)], .denied(ErrorObject(.denied, "no")),
      ["reply.denied"]),
    performing(
      "sends a reply that violates the schema", [.read, .reply(#"{"effect":[]}"#), .read, .reply()],
      .malformed(ErrorObject(.schema, "what?", pointer: "/result")), ["reply.schema", "shutdown.answered", "strike"]),
    performing(
      "sends a reply that violates the schema and stays",
      [.read, .reply(#"{"effect":[]}"#), .read, .error(1200), .hang],
      .malformed(ErrorObject(.schema, "what?", pointer: "/result")), ["reply.schema", "shutdown.timeout", "strike"],
      depths: [.thread]),
    performing(
      "exits after its reply", [.read, .together(.reply()), .exit(0)], .accepted, ["reply.ok", "exit.0", "exited"],
      ticks: true),
    performing(
      "crashes after its reply", [.read, .reply(), .exit(1)], .accepted, ["reply.ok", "exit.1", "strike"], ticks: true),
  ]
}

extension ErrorObject {
  /// A puppet's `error` as the host receives it: without data.
  init(ownWords code: Int64) {
    self.init(ErrorCode(rawValue: code), "my own words")
    kind = nil
    retry = nil
  }
}
