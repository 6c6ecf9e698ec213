// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import ExtensionTransport
internal import FamilyManifests
internal import Sandboxing

/// A started process with its answer to hello.
package struct Handshake {
  package let dialogue: Dialogue
  /// The answer, if it can be decoded.
  package private(set) var hello: HelloResult?
  /// The reason why there is no answer.
  package private(set) var failure: String?
  /// Differences between the answer and the manifest or the offer.
  package private(set) var differences: [String] = []
  /// The time from exec to the answer.
  package private(set) var time: Duration?
  /// The time from the launcher's first step to the answer, including the sandbox setup.
  package private(set) var wholeTime: Duration?

  /// - Parameters:
  ///   - offer: changes to the members of `hello`.
  ///   - piece: the number of bytes per write.
  /// - Throws: `LaunchError` if the launch fails.
  package init(
    _ subject: TrialSubject, on stage: TrialStage, pace: TrialPace, change: TrialStage.Change = .init(),
    offer: (inout WireObject) -> Void = { _ in }, inPiecesOf piece: Int = .max
  ) throws {
    let host = SampleHost(SampleWorld.snapshot(for: subject))
    let params = HelloParams(
      point: subject.point, features: Feature.offered(to: subject.point), extension: subject.id,
      capabilities: subject.capabilities, behaviour: subject.behaviour, limits: HelloLimits(for: subject.point))
    var members = params.wire.members
    offer(&members)
    // Encode before the launch, because this time isn't the extension's.
    let line = Dialogue.line(
      .request(id: Dialogue.firstID, method: Method.hello.rawValue, params: .object(members)))
    let process = try stage.launch(change)
    dialogue = Dialogue(
      process, point: subject.point, allowsNoise: subject.wire == .stdio, responder: host.answer)
    let deadline = process.startedAt + pace.time(subject.limits.startMs)
    let id = dialogue.send(line, inPiecesOf: piece, deadline: deadline)
    switch dialogue.answer(to: id, deadline: deadline) {
    case .result(let value): take(value, subject, members)
    case .failure(let error): failure = "error \(error.code.rawValue): \(error.message)"
    case .silence: failure = "no answer within \(subject.limits.startMs) ms of its start"
    case .end: failure = "it exited before its answer\(Self.ending(process))"
    }
  }

  /// Takes the answer to hello and compares it with the manifest and the offer.
  private mutating func take(_ value: WireValue, _ subject: TrialSubject, _ offered: WireObject) {
    time = dialogue.answeredAt - dialogue.process.startedAt
    wholeTime = dialogue.answeredAt - dialogue.process.launchedAt
    let result: HelloResult
    do {
      result = try HelloResult(wire: value, at: "/result", from: .extension)
    } catch {
      failure = "its answer can't be decoded: \(error)"
      return
    }
    hello = result
    let features = result.features.compactMap(Feature.init(rawValue:))
    dialogue.features = Set(features)
    let strangers = Set(result.features).subtracting(Feature.offered(to: subject.point).map(\.rawValue))
    if !strangers.isEmpty {
      differences.append("it confirms \(strangers.sorted().joined(separator: ", ")), which was not offered")
    }
    if result.extension != subject.id {
      differences.append("it names itself “\(result.extension)” instead of “\(subject.id)”")
    }
    if let version = subject.version, result.version != version {
      differences.append("its version is “\(result.version)”; the manifest says “\(version)”")
    }
    if result.protocol != 1 { differences.append("it chose protocol \(result.protocol), which was not offered") }
    if result.schema != 1 { differences.append("it chose schema \(result.schema), which was not offered") }
    if subject.point == .report, result.contexts == nil { differences.append("a report must declare its contexts") }
    if subject.point != .report, result.contexts != nil { differences.append("only a report has contexts") }
  }

  private static func ending(_ process: TrialProcess) -> String {
    let last = process.exitStatus(atMost: .milliseconds(500))
    let words = process.log.lastLine.map { "; its last line of output was “\($0)”" } ?? ""
    switch last {
    case .exited(let status): return " (exit \(status)\(words))"
    case .signalled(let signal): return " (signal \(signal)\(words))"
    case nil: return ""
    }
  }
}

extension Dialogue {
  /// Sends `perform`, and for a report its `data` frames, and waits for the answer.
  package func perform(
    _ params: WireValue, data: [ReportElement] = [], inPiecesOf piece: Int = .max, ahead: [UInt8] = [],
    deadline: MonotonicTime
  ) -> Answer {
    let id = send(Method.perform.rawValue, params, inPiecesOf: piece, ahead: ahead, deadline: deadline)
    if point == .report {
      for frame in ReportData.frames(data, request: id) {
        notify(Method.data.rawValue, frame.wire, deadline: deadline)
      }
    }
    return answer(to: id, deadline: deadline)
  }
}
