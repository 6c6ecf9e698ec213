// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport
internal import FamilyManifests

/// State shared by the checks: how to start processes, the reference answers, and all violations seen so far.
final class ConformanceBench {
  let subject: TrialSubject
  let pace: TrialPace
  /// Violations of the wire in all conversations so far, each once.
  private(set) var infractions: [String] = []
  private(set) var startTimes: [Double] = []
  private let stage: TrialStage
  private var knownBaseline: [Baseline]?
  private var knownContexts: [String]?
  private var knownDescription: WireValue?
  private var knownUnsteady: Set<String>?

  /// The answer of a fresh process to one sample.
  struct Baseline {
    var call: SampleCall
    var answer: Dialogue.Answer
    var committed: [Effect]
    var requests: [String]
    var time: Duration
  }

  init(_ subject: TrialSubject, on stage: TrialStage, pace: TrialPace) {
    self.subject = subject
    self.stage = stage
    self.pace = pace
  }

  var deadline: MonotonicTime { .after(pace.time(subject.limits.deadlineMs)) }

  // MARK: - Conversations

  /// Starts a process, completes the handshake, runs `body`, and ends the process; its violations are kept.
  ///
  /// - Throws: `ConformanceStop` if it does not get through hello, `LaunchError` if the launch fails.
  func talk<Result>(
    change: TrialStage.Change = .init(), inPiecesOf piece: Int = .max, _ body: (Dialogue, SampleHost) throws -> Result
  ) throws -> Result {
    let greeting = try greet(change: change, inPiecesOf: piece)
    let dialogue = greeting.dialogue
    defer { end(dialogue) }
    guard greeting.hello != nil else { throw ConformanceStop(reason: greeting.failure ?? "no answer to hello") }
    let host = SampleHost(SampleWorld.snapshot(for: subject))
    dialogue.responder = host.answer
    return try body(dialogue, host)
  }

  /// Starts a process and sends hello, whatever the answer; the caller ends the process.
  func greet(
    change: TrialStage.Change = .init(), offer: (inout WireObject) -> Void = { _ in }, inPiecesOf piece: Int = .max
  ) throws -> Handshake {
    let greeting = try Handshake(subject, on: stage, pace: pace, change: change, offer: offer, inPiecesOf: piece)
    if let time = greeting.time { startTimes.append(time.inMilliseconds) }
    if let contexts = greeting.hello?.contexts { knownContexts = contexts }
    return greeting
  }

  /// Starts a process without sending anything.
  func launch(_ change: TrialStage.Change = .init()) throws -> TrialProcess { try stage.launch(change) }

  func end(_ dialogue: Dialogue) {
    // Wait briefly for output after the answer, which is a violation.
    dialogue.listen(until: .after(.milliseconds(20)))
    dialogue.process.kill()
    _ = dialogue.process.exitStatus(atMost: .seconds(2))
    for infraction in dialogue.infractions where !infractions.contains(infraction) && infractions.count < 20 {
      infractions.append(infraction)
    }
  }

  // MARK: - Answers

  func calls() throws -> [SampleCall] {
    if subject.point == .report, knownContexts == nil { try talk { _, _ in } }
    if let describing = subject.point.describingCall, knownDescription == nil {
      let answer = try talk { dialogue, _ in
        dialogue.perform(describing.params(for: subject).wire, data: [], deadline: deadline)
      }
      knownDescription = answer.value ?? [:]
    }
    return SampleCall.all(of: subject.point, contexts: knownContexts ?? [], description: knownDescription)
  }

  /// The answer of a fresh process to each sample.
  func baseline() throws -> [Baseline] {
    if let knownBaseline { return knownBaseline }
    let found = try calls().map { call in
      try talk { dialogue, host in
        let asked = MonotonicTime.now
        let answer = dialogue.perform(call.params(for: subject).wire, data: call.data, deadline: deadline)
        return Baseline(
          call: call, answer: answer, committed: host.committed, requests: dialogue.requests,
          time: dialogue.answeredAt - asked)
      }
    }
    knownBaseline = found
    return found
  }

  /// The sample with the longest answer, which the comparisons use.
  func lead() throws -> Baseline {
    let all = try baseline()
    guard let lead = all.max(by: { Self.weight($0) < Self.weight($1) }) else {
      throw ConformanceStop(reason: "it has no callback to try")
    }
    return lead
  }

  private static func weight(_ one: Baseline) -> Int { one.answer.value.map { CanonicalText.bytes(of: $0).count } ?? 0 }

  /// Places in the lead's answer that differ between two fresh processes, because the extension uses random numbers or
  /// its own clock there. The other checks ignore these places.
  func unsteadyPlaces() throws -> Set<String> {
    if let knownUnsteady { return knownUnsteady }
    let lead = try lead()
    let second = try talk { dialogue, _ in
      dialogue.perform(lead.call.params(for: subject).wire, data: lead.call.data, deadline: deadline)
    }
    let found = Set(Self.differences(lead.answer, second))
    knownUnsteady = found
    return found
  }

  /// The difference of an answer from the lead's outside the unsteady places, or `nil` if there is none.
  func difference(_ answer: Dialogue.Answer) throws -> String? {
    let unsteady = try unsteadyPlaces()
    let places = Self.differences(try lead().answer, answer).filter { place in
      !unsteady.contains { place == $0 || place.hasPrefix($0 + "/") }
    }
    guard let first = places.first else { return nil }
    return switch answer {
    case .silence: "there was no answer"
    case .end: "it exited without an answer"
    case .failure(let error): "it answered with error \(error.code.rawValue): \(error.message)"
    case .result: "the answer differs at \(first.isEmpty ? "its root" : first)"
    }
  }

  static func differences(_ left: Dialogue.Answer, _ right: Dialogue.Answer) -> [String] {
    switch (left, right) {
    case (.result(let left), .result(let right)): left.differences(from: right)
    case (.failure(let left), .failure(let right)): left.code == right.code ? [] : [""]
    default: left == right ? [] : [""]
    }
  }

  /// The reason why a host would refuse an answer, or `nil` if it would accept it. An error that the extension sends
  /// for its own reasons is acceptable.
  ///
  /// - Parameter call: the call, or `nil` for the lead's.
  func fault(_ answer: Dialogue.Answer, to call: SampleCall? = nil) -> String? {
    let callback = (call ?? (try? lead().call))?.callback.name ?? ""
    return switch answer {
    case .result(let value): ReplyReading(value, to: callback, of: subject, assets: subject.assetCatalog).fault
    case .failure(let error):
      [ErrorCode.extensionError, .effectViolation].contains(error.code)
        ? nil : "error \(error.code.rawValue): \(error.message)"
    case .silence: "no answer within \(subject.limits.deadlineMs) ms"
    case .end: "it exited without an answer"
    }
  }
}

extension WireValue {
  /// RFC 6901 pointers to the places where two values differ; for arrays of different lengths, to the whole array.
  func differences(from other: WireValue, at pointer: String = "") -> [String] {
    switch (self, other) {
    case (.object(let left), .object(let right)):
      let names = Set(left.members.map(\.name)).union(right.members.map(\.name))
      return names.sorted().flatMap { name -> [String] in
        guard let one = left[name], let two = right[name] else { return ["\(pointer)/\(name)"] }
        return one.differences(from: two, at: "\(pointer)/\(name)")
      }
    case (.array(let left), .array(let right)) where left.count == right.count:
      return left.indices.flatMap { left[$0].differences(from: right[$0], at: "\(pointer)/\($0)") }
    default: return self == other ? [] : [pointer]
    }
  }

  private static let tags: Set = [
    "bool", "int", "decimal", "string", "date", "url", "data", "entity", "list", "map",
  ]

  /// The value with an unknown member in every object.
  var withStrangers: WireValue {
    switch self {
    // A tagged value is an object of exactly one member, by definition.
    case .object(let object) where object.members.count == 1 && Self.tags.contains(object.members[0].name): return self
    case .object(let object):
      var copy = WireObject()
      for member in object.members { copy[member.name] = member.value.withStrangers }
      copy["sallyportFuture"] = ["since": 2]
      return .object(copy)
    case .array(let elements): return .array(elements.map(\.withStrangers))
    default: return self
    }
  }
}
