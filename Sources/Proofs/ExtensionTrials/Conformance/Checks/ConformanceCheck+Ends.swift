// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport
internal import FamilyManifests
internal import Glibc
internal import Sandboxing
internal import TextEscaping

extension ConformanceCheck {
  static let leaving = ConformanceCheck(id: "CONF-10", title: "exits at the end of file, and after “shutdown”") {
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
    guard !bench.subject.point.isSealed else { return .passed(note: "a sealed process gets no “shutdown”") }
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
          reason: "after “shutdown” it \(status.map { "exited with \($0)" } ?? "did not exit within a second")",
          remedy: "Exit with status 0 at the end of file.")
      }
      return .passed()
    }
  }

  private static func ending(of process: TrialProcess, _ when: String, _ bench: ConformanceBench) -> TrialVerdict? {
    process.closeRequest()
    guard process.exitStatus(atMost: bench.pace.time(2_000)) == nil else { return nil }
    process.kill()
    return .failed(
      reason: "\(when) it did not exit within 2 s of the end of file", remedy: "Exit when a read returns end of file.")
  }

  static let oneLine = ConformanceCheck(id: "CONF-14", title: "sealed: answers with one line, whatever data comes") {
    bench in
    guard bench.subject.point.isSealed else { return .skipped(reason: "only for sealed points") }
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
          reason: "\(call.title) with \(call.data.count) elements got no answer that can be drawn",
          remedy: "Also draw a view for a day without use.")
      }
      if extra > 0 {
        return .failed(
          reason: "\(call.title): \(extra) more lines after the answer",
          remedy: "Write one line and nothing else: with a further byte the host refuses the answer.")
      }
    }
    return .passed(note: "\(calls.count) calls")
  }

  static let twoWorlds = ConformanceCheck(id: "CONF-15", title: "sealed: what it is shown appears only in its answer") {
    bench in
    guard bench.subject.point.isSealed else { return .skipped(reason: "only for sealed points") }
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
            reason: "\(call.title): a name that it was shown is in its log",
            remedy:
              "Don't print what you are shown: at a sealed point the host discards the log but counts its size."
          )
        }
      }
      // The host reports log sizes as powers of two.
      if Set(volumes.map { Int.bitWidth - $0.leadingZeroBitCount }).count > 1 {
        return .failed(
          reason: "\(call.title): it logs \(volumes[0]) bytes in one world and \(volumes[1]) in another",
          remedy: "Print the same amount whatever you are shown.")
      }
    }
    return .passed(note: "tried with different names; `sallyport check --sandbox` tests the sandbox itself")
  }
}

/// Sleeps in real time, for checks of timing.
enum Pause {
  static func seconds(_ seconds: Int64) {
    let end = MonotonicTime.after(.seconds(seconds))
    while .now < end { _ = usleep(10_000) }
  }
}
