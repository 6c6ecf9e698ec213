// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport

extension ConformanceCheck {
  static let bytes = ConformanceCheck(id: "CONF-4", title: "reads lines that are cut, joined, long, deep or escaped") {
    bench in
    let lead = try bench.lead()
    let params = lead.call.params(for: bench.subject).wire
    let remedy = "Collect bytes until LF, parse each line with a complete JSON parser, and ignore unknown members."
    func ask(_ what: String, _ params: WireValue, inPiecesOf piece: Int = .max, ahead: [UInt8] = []) throws
      -> TrialVerdict?
    {
      let answer = try bench.talk(inPiecesOf: piece) { dialogue, _ in
        dialogue.perform(params, data: lead.call.data, inPiecesOf: piece, ahead: ahead, deadline: bench.deadline)
      }
      return try bench.difference(answer).map { .failed(reason: "\(what): \($0)", remedy: remedy) }
    }
    if let failed = try ask("cut at every byte", params, inPiecesOf: 1) { return failed }
    for (what, value) in strangers {
      if let failed = try ask(what, params.merged(with: ["sallyportFuture": value])) { return failed }
    }
    guard !bench.subject.point.isSealed else { return .passed(note: "without joined lines: it gets one request") }
    let joined = try bench.talk { dialogue, _ in
      let ahead = dialogue.line(.notification(method: "sallyportFuture", params: [:]))
      return dialogue.perform(params, data: lead.call.data, ahead: ahead, deadline: bench.deadline)
    }
    return try bench.difference(joined).map { .failed(reason: "two lines in one write: \($0)", remedy: remedy) }
      ?? .passed()
  }

  /// Values at the protocol's limits, in an unknown member.
  private static var strangers: [(String, WireValue)] {
    let control = String(String.UnicodeScalarView((1...0x1F).compactMap(Unicode.Scalar.init)))
    var deep: WireValue = "end"
    // With the message, its params and the member, 14 arrays are 16 levels.
    for _ in 0..<14 { deep = [deep] }
    return [
      ("a line of nearly 1 MiB", .array(Array(repeating: .string(String(repeating: "x", count: 60_000)), count: 17))),
      ("nested sixteen deep", deep),
      ("every escape", .string(control + "\"\\/ ä ß 漢 🦉 \u{2028}")),
      ("the largest integers", [9_007_199_254_740_991, -9_007_199_254_740_991]),
    ]
  }

  static let lines = ConformanceCheck(id: "CONF-5", title: "writes valid lines, ids in sequence, one answer each") {
    bench in
    guard let first = bench.infractions.first else { return .passed() }
    let more = bench.infractions.count > 1 ? " (and \(bench.infractions.count - 1) more)" : ""
    return .failed(
      reason: first + more,
      remedy:
        "Write one JSON object per line to the wire's descriptor, number requests e1, e2, …, and answer each once."
    )
  }

  static let tolerance = ConformanceCheck(
    id: "CONF-7", title: "ignores unknown members, and accepts an empty and a full snapshot"
  ) {
    bench in
    let lead = try bench.lead()
    let params = lead.call.params(for: bench.subject)
    func ask(_ params: WireValue) throws -> Dialogue.Answer {
      try bench.talk { dialogue, _ in dialogue.perform(params, data: lead.call.data, deadline: bench.deadline) }
    }
    if let difference = try bench.difference(try ask(params.wire.withStrangers)) {
      return .failed(
        reason: "with an unknown member in every object: \(difference)",
        remedy: "Ignore unknown members: a newer host may send them.")
    }
    var empty = params
    empty.snapshot = Snapshot(environment: SampleWorld.environment)
    if let fault = bench.fault(try ask(empty.wire)) {
      return .failed(
        reason: "with a snapshot that contains only the environment: \(fault)",
        remedy: "The host omits empty members of the snapshot; treat a missing member as empty.")
    }
    var full = params
    full.snapshot = SampleWorld.fullSnapshot(for: bench.subject)
    if let fault = bench.fault(try ask(full.wire)) {
      return .failed(
        reason: "with a snapshot at its limits: \(fault)",
        remedy: "Accept 51 stores, 20 activities, 50 tokens per setting and 256 KiB of defaults.")
    }
    return .passed()
  }
}
