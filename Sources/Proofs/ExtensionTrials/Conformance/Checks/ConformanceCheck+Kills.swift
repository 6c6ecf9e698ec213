// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

extension ConformanceCheck {
  static let killing = ConformanceCheck(
    id: "CONF-11", title: "answers the same after a kill, and never wrongly with half the resources"
  ) {
    bench in
    let lead = try bench.lead()
    // A callback that sends requests has more places to be killed at.
    let asking = try bench.baseline().first { !$0.requests.isEmpty && $0.call != lead.call }
    for (number, baseline) in ([lead] + (asking.map { [$0] } ?? [])).enumerated() {
      let container = "killed\(number)"
      for moment in KillMoment.all(requests: baseline.requests.count) {
        try kill(moment, in: baseline, container: container, bench)
      }
      if let difference = try difference(after: baseline, container: container, bench) {
        return .failed(
          reason: "\(baseline.call.title), delivered again after it was killed: \(difference)",
          remedy: "Make file writes repeatable: write a new file, then rename it; keep other state in defaults.")
      }
    }
    return try starved(bench, lead)
  }

  /// After which message a process is killed.
  private enum KillMoment: Equatable {
    case greeted
    case asked
    /// After its own request of this number, counted from 1.
    case asks(Int)
    case answered

    static func all(requests: Int) -> [KillMoment] {
      [.greeted, .asked] + (0..<requests).map { .asks($0 + 1) } + [.answered]
    }
  }

  private static func kill(
    _ moment: KillMoment, in baseline: ConformanceBench.Baseline, container: String, _ bench: ConformanceBench
  ) throws {
    try bench.talk(change: .init(container: container)) { dialogue, host in
      guard moment != .greeted else { return }
      if case .asks(let number) = moment {
        dialogue.responder = { [unowned dialogue] method, params in
          if dialogue.requests.count == number { dialogue.process.kill() }
          return host.answer(method, params)
        }
      }
      let id = dialogue.send(
        Method.perform.rawValue, baseline.call.params(for: bench.subject).wire, deadline: bench.deadline)
      if moment != .asked { _ = dialogue.answer(to: id, deadline: bench.deadline) }
      dialogue.process.kill()
    }
  }

  /// How the callback differs when it is delivered again in the container that the killed processes used, or `nil`.
  private static func difference(
    after baseline: ConformanceBench.Baseline, container: String, _ bench: ConformanceBench
  ) throws -> String? {
    var params = baseline.call.params(for: bench.subject)
    if !bench.subject.point.isSealed { params.delivery.attempt = 2 }
    func perform(_ change: TrialStage.Change) throws -> (answer: Dialogue.Answer, committed: [Effect]) {
      try bench.talk(change: change) { dialogue, host in
        let answer = dialogue.perform(params.wire, data: baseline.call.data, deadline: bench.deadline)
        return (answer, host.committed)
      }
    }
    let again = try perform(.init(container: container))
    if baseline.call == (try bench.lead().call) {
      if let difference = try bench.difference(again.answer) { return difference }
    } else if let fault = bench.fault(again.answer, to: baseline.call) {
      return fault
    }
    guard again.committed != baseline.committed else { return nil }
    // An extension that commits something else in a fresh container too uses random numbers or its own clock.
    return try perform(.init()).committed == baseline.committed ? "it commits other effects" : nil
  }

  private static func starved(_ bench: ConformanceBench, _ lead: ConformanceBench.Baseline) throws -> TrialVerdict {
    let greeting = try bench.greet(change: .init(isHalved: true))
    defer { bench.end(greeting.dialogue) }
    guard greeting.hello != nil else { return .passed(note: "with half the memory it does not start") }
    let answer = greeting.dialogue.perform(
      lead.call.params(for: bench.subject).wire, data: lead.call.data, deadline: bench.deadline)
    guard case .result = answer, let difference = try bench.difference(answer) else { return .passed() }
    return .failed(
      reason: "with half the memory, processor time and files \(difference)",
      remedy: "If one of them runs out, answer with an error or not at all.")
  }
}
