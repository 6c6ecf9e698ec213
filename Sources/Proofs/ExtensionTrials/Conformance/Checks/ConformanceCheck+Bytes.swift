// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport

extension ConformanceCheck {
  /// CONF-4
  static let bytes = ConformanceCheck(id: "C4", title: "reads lines however they are cut, long, deep and escaped") {
    bench in
    let lead = try bench.lead()
    let params = lead.call.params(for: bench.subject).wire
    let remedy = "Collect bytes until LF and parse each line with a whole JSON parser; an unknown member means nothing."
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
    guard !bench.subject.point.isSealed else { return .passed(note: "a sealed process gets no second line to join") }
    let joined = try bench.talk { dialogue, _ in
      let ahead = dialogue.line(.notification(method: "sallyportFuture", params: [:]))
      return dialogue.perform(params, data: lead.call.data, ahead: ahead, deadline: bench.deadline)
    }
    return try bench.difference(joined).map { .failed(reason: "two lines in one write: \($0)", remedy: remedy) }
      ?? .passed()
  }

  /// Values at the edges of the profile, in a member that nobody knows.
  private static var strangers: [(String, WireValue)] {
    let control = String(String.UnicodeScalarView((1...0x1F).compactMap(Unicode.Scalar.init)))
    var deep: WireValue = "end"
    // The message, its params, and what follows make sixteen.
    for _ in 0..<14 { deep = [deep] }
    return [
      ("a line of nearly 1 MiB", .array(Array(repeating: .string(String(repeating: "x", count: 60_000)), count: 17))),
      ("nested sixteen deep", deep),
      ("every escape", .string(control + "\"\\/ ä ß 漢 🦉 \u{2028}")),
      ("the largest integers", [9_007_199_254_740_991, -9_007_199_254_740_991]),
    ]
  }

  /// CONF-5
  static let lines = ConformanceCheck(id: "C5", title: "writes lines of the profile, in sequence, one answer each") {
    bench in
    guard let first = bench.infractions.first else { return .passed() }
    let more = bench.infractions.count > 1 ? " (and \(bench.infractions.count - 1) more)" : ""
    return .failed(
      reason: first + more,
      remedy:
        "Write one canonical-enough JSON object a line on the wire's descriptor (S1–S8), count requests e1, e2, …, and answer each request once."
    )
  }

  /// CONF-7
  static let tolerance = ConformanceCheck(
    id: "C7", title: "ignores what it does not know, and bears empty and full state"
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
        remedy: "Ignore members you do not know: a newer host may send them.")
    }
    var empty = params
    empty.snapshot = Snapshot(environment: SampleWorld.environment)
    if let fault = bench.fault(try ask(empty.wire)) {
      return .failed(
        reason: "with a snapshot that holds the environment only: \(fault)",
        remedy: "Empty members of the snapshot are absent; take each as empty.")
    }
    var full = params
    full.snapshot = SampleWorld.fullSnapshot(for: bench.subject)
    if let fault = bench.fault(try ask(full.wire)) {
      return .failed(
        reason: "with a snapshot at its limits: \(fault)",
        remedy: "Expect 51 stores, 20 activities, 50 tokens a setting and 256 KiB of defaults.")
    }
    return .passed()
  }
}
