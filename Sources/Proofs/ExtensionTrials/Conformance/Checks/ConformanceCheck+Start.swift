// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport
internal import Sandboxing

extension ConformanceCheck {
  static let start = ConformanceCheck(id: "CONF-1", title: "answers hello in time, and as its manifest says") { bench in
    var differences: Set<String> = []
    for _ in 0..<max(1, bench.pace.starts) {
      let greeting = try bench.greet()
      defer { bench.end(greeting.dialogue) }
      guard greeting.hello != nil else { throw ConformanceStop(reason: greeting.failure ?? "no answer to hello") }
      differences.formUnion(greeting.differences)
    }
    guard differences.isEmpty else {
      return .failed(
        reason: differences.sorted().joined(separator: "; "),
        remedy: "Return “extension” as sent, the manifest's version, and only features that were offered.")
    }
    let median = bench.startTimes.quantile(0.5) ?? 0
    let most = bench.startTimes.quantile(0.95) ?? 0
    return .passed(note: "\(bench.startTimes.count) starts, p50 \(median.tenths) ms, p95 \(most.tenths) ms to hello")
  }

  static let versions = ConformanceCheck(id: "CONF-2", title: "chooses a known protocol version, and refuses others") {
    bench in
    for offered: [Int64] in [[1], [1, 99]] {
      let greeting = try bench.greet(offer: { $0["protocols"] = .array(offered.map { .integer($0) }) })
      defer { bench.end(greeting.dialogue) }
      guard let hello = greeting.hello, hello.protocol == 1 else {
        return .failed(
          reason:
            "offered protocols \(offered), \(greeting.hello.map { "it chose \($0.protocol)" } ?? greeting.failure ?? "")",
          remedy: "Choose 1 whenever it is among “protocols”.")
      }
    }
    let future = try bench.greet(offer: { members in
      members["features"] = ["sallyportFuture"]
      members["sallyportFuture"] = ["since": 2]
    })
    defer { bench.end(future.dialogue) }
    guard let hello = future.hello, !hello.features.contains("sallyportFuture") else {
      return .failed(
        reason: "offered an unknown feature and an unknown member, \(future.failure ?? "it confirmed them")",
        remedy: "Ignore unknown members in a line of the host, and confirm only features that you support.")
    }
    return try refusal(bench)
  }

  private static func refusal(_ bench: ConformanceBench) throws -> TrialVerdict {
    let stranger = try bench.greet(offer: { $0["protocols"] = [99] })
    defer { bench.end(stranger.dialogue) }
    if let failure = stranger.failure, failure.hasPrefix("error 1000") { return .passed() }
    return .failed(
      reason: "offered protocol 99 alone, \(stranger.failure ?? "it answered as if it supported it")",
      remedy: "Answer error 1000 with data.supported {protocols, schemas} when no offered protocol is supported.")
  }

  static let surroundings = ConformanceCheck(
    id: "CONF-3", title: "leaves descriptors and processes alone, and explains itself without a host"
  ) {
    bench in
    let lead = try bench.lead()
    let children = try bench.talk { dialogue, _ in
      let before = bench.subject.point.isSealed ? dialogue.process.differences : []
      _ = dialogue.perform(lead.call.params(for: bench.subject).wire, data: lead.call.data, deadline: bench.deadline)
      return before + dialogue.process.strayEnds + dialogue.process.children.map { "it started the process \($0)" }
    }
    if let first = children.first {
      return .failed(reason: first, remedy: "Use only the wire's descriptors, and start no other program.")
    }
    let process = try bench.launch(.init(hidesWire: true))
    process.closeRequest()
    let status = process.exitStatus(atMost: bench.pace.time(2_000))
    if status == nil { process.kill() }
    guard status == .exited(64), process.log.total > 0 else {
      return .advice(
        reason: "started without SALLYPORT_WIRE, it does not print a sentence about itself and exit with status 64",
        remedy: "Print “This program is an extension …” to standard error and exit with status 64.")
    }
    return .passed()
  }
}

extension Double {
  var tenths: String { "\((self * 10).rounded() / 10)" }
}
