// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import WrittenCodes

extension Scene {
  /// Each kind of bad input that ends a process, in a callback of a monitor.
  static let violations: [Scene] = [
    violating("line.syntax", "sends text that is not JSON", [.line("Traceback (most recent call last):")]),
    violating("line.syntax", "sends an empty line", [.line("")]),
    violating("line.syntax", "ends a line with CR LF", [.write("{}\r\n")]),
    violating("line.syntax", "sends invalid UTF-8", [.bytes([0xFF, 0xFE, 0x7B, 0x7D, 0x0A])]),
    violating("line.syntax", "sends NUL", [.bytes([0x00, 0x0A])]),
    violating("line.syntax", "sends a fraction", [.reply(#"{"a":1.5}"#)]),
    violating("line.profile", "names a member twice", [.reply(#"{"a":1,"a":2}"#)]),
    violating("line.profile", "sends half a surrogate", [.reply(#"{"a":"\ud800"}"#)]),
    violating("line.notObject", "sends an array", [.line("[]")]),
    violating("line.notObject", "sends two objects in a line", [.line("{}{}")]),
    violating("line.tooDeep", "nests 100000 deep", [.line(#"{"a":"# + String(repeating: "[", count: 100_000))]),
    violating(
      "line.tooMany", "sends a long array", [.reply(#"{"a":["# + String(repeating: "0,", count: 5_000) + "0]}")]),
    violating("line.tooLong", "sends a gigabyte without a line feed", [.flood(1 << 30)]),
    violating(
      "line.tooLong", "sends a line of 300 KiB", [.reply(#"{"a":""# + String(repeating: "x", count: 300_000) + #""}"#)]),
    violating("line.stalled", "stops within a line", [.write(#"{"jsonrpc""#), .hang], depths: [.thread])
      .within(.milliseconds(300)),
    violating("envelope", "uses another JSON-RPC version", [.line(#"{"jsonrpc":"1.0","id":"h2","result":{}}"#)]),
    violating(
      "envelope", "sends a result and an error",
      [.line(#"{"jsonrpc":"2.0","id":"h2","result":{},"error":{"code":1,"message":""}}"#)]),
    violating("envelope", "sends neither", [.line(#"{"jsonrpc":"2.0","id":"h2"}"#)]),
    violating("envelope", "adds a member", [.line(#"{"jsonrpc":"2.0","id":"h2","result":{},"x":1}"#)]),
    violating("reply.unknown", "replies to a request that was not sent", [.reply(to: "h3")]),
    violating("reply.unknown", "replies to its own request", [.reply(to: "e1")]),
    violating("reply.duplicate", "answers hello again", [.helloReply(id: "h1")]),
    violating(
      "method", "sends an unknown notification", [.line(#"{"jsonrpc":"2.0","method":"progress","params":{}}"#)]),
    violating("method", "acknowledges without the feature", [.ack]),
    violating(
      "method", "acknowledges another request", features: ["ack"],
      [.line(#"{"jsonrpc":"2.0","method":"ack","params":{"request":"h1"}}"#)]),
    violating("method", "acknowledges twice", features: ["ack"], [.together(.ack, .ack)]),
    violating(
      "method", "cancels the host",
      [.line(#"{"jsonrpc":"2.0","method":"cancel","params":{"request":"h2","reason":"deadline"}}"#)]),
    violating("id.sequence", "begins its ids at 2", features: ["commit"], [.commit("e2")]),
    violating(
      "id.sequence", "uses an id twice", features: ["commit"], [.commit("e1"), .read, .commit("e1", within: "h2")],
      answers: ["ok"]
    ).asking(1),
    violating("id.sequence", "uses an id of the host", features: ["commit"], [.commit("h3")]),
    violating("commit.scope", "commits without the feature", [.commit("e1")]),
    violating(
      "commit.scope", "commits within an unknown callback", features: ["commit"], [.commit("e1", within: "h9")]),
    violating(
      "requests.tooMany", "sends a second request before the answer", features: ["commit"],
      [.together(.commit("e1"), .commit("e2"))]
    ).asking(1),
    violating(
      "requests.tooMany", "replies while its request is pending", features: ["commit"],
      [.together(.commit("e1"), .reply())]
    ).asking(1),
    performing(
      "answers twice", [.read, .together(.reply(), .reply())], .accepted,
      ["reply.ok", "violation.reply.duplicate", "strike"], ticks: true),
    performing(
      "sends a message after its reply", [.read, .together(.reply(), .ack)], .accepted,
      ["reply.ok", "violation.method", "strike"], ticks: true),
    performing(
      "prints after its reply", [.read, .together(.reply(), .line("bye"))], .accepted,
      ["reply.ok", "violation.line.syntax", "strike"], ticks: true),
    performing(
      "exits without a reply", [.read, .exit(0)], .fallback(reason: "exit.withoutReply"),
      ["exit.withoutReply", "strike"]),
    performing(
      "exits in the middle of its reply", [.read, .write(#"{"jsonrpc":"2.0","id":"h2","resu"#), .exit(0)],
      .fallback(reason: "exit.withoutReply"), ["exit.withoutReply", "strike"]),
    performing("exits with status 7", [.read, .exit(7)], .fallback(reason: "exit.7"), ["exit.7", "strike"]),
    performing(
      "exits with status 75 to be retried", [.read, .exit(75)], .fallback(reason: "exit.75"), ["exit.75", "exited"]),
    performing("is not configured", [.read, .exit(78)], .fallback(reason: "exit.config"), ["exit.config", "exited"]),
    performing(
      "crashes", [.read, .raise(6)], .fallback(reason: "crash.SIGABRT"), ["crash.SIGABRT", "strike"],
      depths: [.thread, .process]),
    performing(
      "closes its end and stays", [.read, .closeWriting, .hang], .fallback(reason: "exit.withoutReply"),
      ["exit.withoutReply", "strike"]),
  ]

  private func within(_ patience: Duration) -> Scene {
    var scene = self
    scene.patience = patience
    return scene
  }

  private func asking(_ count: Int) -> Scene {
    var scene = self
    scene.asked = count
    return scene
  }

  /// Requests of the extension.
  static let requests: [Scene] = [
    performing(
      "commits within its callback", features: ["commit"],
      [.read, .commit("e1"), .read, .commit("e2", within: "h2"), .read, .reply(to: "h2")], .accepted, ["reply.ok"],
      answers: ["ok", "ok"], asked: 2),
    performing(
      "acknowledges after its first request", features: ["ack", "commit"],
      [.read, .together(.commit("e1"), .ack), .read, .reply(to: "h2")], .accepted, ["reply.ok"], answers: ["ok"],
      asked: 1),
    performing(
      "commits outside its callback", features: ["commit"],
      [.read, .commit("e1", within: nil), .read, .reply(to: "h2")], .accepted, ["reply.ok"], answers: ["1102"]),
    performing(
      "commits within hello", features: ["commit"], [.read, .commit("e1", within: "h1"), .read, .reply(to: "h2")],
      .accepted, ["reply.ok"], answers: ["1101"]),
    performing(
      "sends requests reserved for apps",
      [
        .read, .request("e1", "authorize", #"{"member":"child"}"#), .read, .request("e2", "pick"), .read,
        .request("e3", "perform"), .read, .request("e4", "no/such"), .read, .reply(to: "h2"),
      ], .accepted, ["reply.ok"], answers: ["-32601", "-32601", "-32601", "-32601"]),
    performing(
      "commits invalid effects", features: ["commit"],
      [
        .read, .request("e1", "commit", #"{"effects":[{"kind":"explode"}]}"#), .read, .request("e2", "commit"), .read,
        .reply(to: "h2"),
      ], .accepted, ["reply.ok"], answers: ["-32602", "-32602"]),
    performing(
      "sends 33 requests", features: ["commit"],
      [.read] + (1...33).flatMap { [Step.commit("e\($0)", within: "h2"), .read] } + [.reply(to: "h2")], .accepted,
      ["reply.ok"], answers: Array(repeating: "ok", count: 32) + ["1107"], asked: 32),
    performing(
      "commits after its callback", features: ["commit"],
      [.read, .together(.reply(), .commit("e1", within: nil)), .read], .accepted, ["reply.ok"], answers: ["ok"],
      asked: 1, ticks: true),
    performing(
      "commits within a callback that has ended", features: ["commit"],
      [.read, .together(.reply(), .commit("e1", within: "h2")), .read], .accepted, ["reply.ok"], answers: ["1101"],
      ticks: true),
    performing(
      "sends four requests at once", features: ["commit"],
      [
        .read,
        .together(
          .request("e1", "authorize", #"{"member":"child"}"#),
          .request("e2", "pick", #"{"includeEntireCategory":true}"#), .request("e3", "presentWindow", #"{"view":{}}"#),
          .commit("e4")), .read, .read, .read, .read, .reply(to: "h2"),
      ], .accepted, ["reply.ok"], answers: ["ok", "ok", "ok", "ok"], asked: 4, point: .app),
  ]
}
