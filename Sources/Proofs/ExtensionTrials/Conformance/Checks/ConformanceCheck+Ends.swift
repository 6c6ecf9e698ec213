// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport
internal import FamilyManifests
internal import Glibc
internal import Sandboxing
internal import TextEscaping

extension ConformanceCheck {
  /// CONF-10
  static let leaving = ConformanceCheck(id: "C10", title: "leaves when its host does, and when it is told to") {
    bench in
    let before = try bench.launch()
    if let failed = ending(of: before, "before hello", bench) { return failed }
    let idle = try bench.talk { dialogue, _ in ending(of: dialogue.process, "while idle", bench) }
    if let idle { return idle }
    let lead = try bench.lead()
    let busy = try bench.talk { dialogue, _ in
      _ = dialogue.send(
        Method.perform.rawValue, lead.call.params(for: bench.subject).wire, deadline: bench.deadline)
      return ending(of: dialogue.process, "within a callback", bench)
    }
    if let busy { return busy }
    guard !bench.subject.point.isSealed else { return .passed(note: "a sealed process is not told to leave") }
    return try bench.talk { dialogue, _ in
      let answer = dialogue.ask(
        Method.shutdown.rawValue, Shutdown(reason: .idle).wire, deadline: .after(bench.pace.time(1_000)))
      guard answer == .result([:]) else {
        return .failed(
          reason: "“shutdown” got \(answer.spoken)", remedy: "Answer “shutdown” with {} within a second.")
      }
      dialogue.process.closeRequest()
      let status = dialogue.process.exitStatus(atMost: bench.pace.time(1_000))
      guard status == .exited(0) else {
        return .failed(
          reason: "after “shutdown” it \(status.map { "ended with \($0)" } ?? "did not end within a second")",
          remedy: "Exit with status 0 when the wire ends.")
      }
      return .passed()
    }
  }

  private static func ending(of process: TrialProcess, _ when: String, _ bench: ConformanceBench) -> TrialVerdict? {
    process.closeRequest()
    guard process.exitStatus(atMost: bench.pace.time(2_000)) == nil else { return nil }
    process.kill()
    return .failed(
      reason: "\(when) it did not leave within 2 s of the end of file", remedy: "Exit when reading gives end of file.")
  }

  /// CONF-11
  static let killing = ConformanceCheck(
    id: "C11", title: "does the same after being killed, and nothing wrong when starved"
  ) {
    bench in
    let lead = try bench.lead()
    var params = lead.call.params(for: bench.subject)
    let change = TrialStage.Change(container: "killed")
    // After hello, after the request was sent, and after it was answered.
    for stop in 0..<3 {
      try bench.talk(change: change) { dialogue, _ in
        guard stop > 0 else { return }
        let id = dialogue.send(Method.perform.rawValue, params.wire, deadline: bench.deadline)
        if stop == 2 { _ = dialogue.answer(to: id, deadline: bench.deadline) }
        dialogue.process.kill()
      }
    }
    if !bench.subject.point.isSealed { params.delivery.attempt = 2 }
    let again = try bench.talk(change: change) { dialogue, _ in
      dialogue.perform(params.wire, data: lead.call.data, deadline: bench.deadline)
    }
    if let difference = try bench.difference(again) {
      return .failed(
        reason: "delivered again after it was killed: \(difference)",
        remedy: "Write files so that a second run does no harm: a new file, then a rename; keep the rest in defaults.")
    }
    return try starved(bench, lead)
  }

  private static func starved(_ bench: ConformanceBench, _ lead: ConformanceBench.Baseline) throws -> TrialVerdict {
    let greeting = try bench.greet(change: .init(isHalved: true))
    defer { bench.end(greeting.dialogue) }
    guard greeting.hello != nil else { return .passed(note: "with half the memory it does not start") }
    let answer = greeting.dialogue.perform(
      lead.call.params(for: bench.subject).wire, data: lead.call.data, deadline: bench.deadline)
    guard case .result = answer, let difference = try bench.difference(answer) else { return .passed() }
    return .failed(
      reason: "with half the memory and processor time \(difference)",
      remedy: "Without the means to answer rightly, answer with an error or not at all.")
  }

  /// CONF-14
  static let oneLine = ConformanceCheck(id: "C14", title: "sealed: answers in one line, whatever it is given") {
    bench in
    guard bench.subject.point.isSealed else { return .skipped(reason: "only sealed points are held to one line") }
    var calls = try bench.calls()
    if bench.subject.point == .report {
      calls = calls.flatMap { call -> [SampleCall] in
        [[], SampleWorld.hugeUsage].map { data in
          var other = call
          other.data = data
          return other
        }
      }
    }
    for call in calls {
      let extra: Int? = try bench.talk { dialogue, _ in
        let much = call.data.count > 1_000
        let deadline = MonotonicTime.after(bench.pace.time(bench.subject.limits.deadlineMs * (much ? 20 : 1)))
        let answer = dialogue.perform(call.params(for: bench.subject).wire, data: call.data, deadline: deadline)
        if !much, bench.fault(answer) != nil { return nil }
        return dialogue.listen(until: .after(.milliseconds(100)))
      }
      guard let extra else {
        return .failed(
          reason: "\(call.title) with \(call.data.count) elements has no answer that can be drawn",
          remedy: "An empty day is a day: draw a view that says so.")
      }
      if extra > 0 {
        return .failed(
          reason: "\(call.title): \(extra) more after the answer",
          remedy: "Write the one line and nothing else; a further byte takes the answer away.")
      }
    }
    return .passed(note: "\(calls.count) calls")
  }

  /// CONF-15
  static let twoWorlds = ConformanceCheck(id: "C15", title: "sealed: what it is shown leaves by its answer alone") {
    bench in
    guard bench.subject.point.isSealed else { return .skipped(reason: "only sealed points are shown secrets") }
    for call in try bench.calls() {
      var volumes: [Int] = []
      for canary in ["Quillon", "Vexatious Zephyr Harmonica"] {
        let secret = call.renamed(canary)
        let (log, lines) = try bench.talk { dialogue, _ in
          _ = dialogue.perform(secret.params(for: bench.subject).wire, data: secret.data, deadline: bench.deadline)
          dialogue.listen(until: .after(.milliseconds(20)))
          dialogue.process.kill()
          _ = dialogue.process.exitStatus(atMost: .seconds(2))
          return (dialogue.process.log, dialogue.process.log.lines)
        }
        volumes.append(log.total)
        if lines.contains(where: { $0.text.contains(canary) }) {
          return .failed(
            reason: "\(call.title): the name it was shown stands in its log",
            remedy:
              "Print nothing that you were shown; at a sealed point the text of a log is thrown away, and its size is not."
          )
        }
      }
      // Volumes are told in powers of two (§8).
      if Set(volumes.map { Int.bitWidth - $0.leadingZeroBitCount }).count > 1 {
        return .failed(
          reason: "\(call.title): it logs \(volumes[0]) bytes in one world and \(volumes[1]) in another",
          remedy: "Let what is logged not depend on what is shown.")
      }
    }
    return .passed(note: "worlds that differ in every name; `sallyport check` with --sandbox attacks the wall itself")
  }
}

/// Waits for time to pass, where time passing is what is on trial.
enum Pause {
  static func seconds(_ seconds: Int64) {
    let end = MonotonicTime.after(.seconds(seconds))
    while .now < end { _ = usleep(10_000) }
  }
}
