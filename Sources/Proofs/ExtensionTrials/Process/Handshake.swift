// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import ExtensionTransport
internal import FamilyManifests
internal import Sandboxing

/// A process that was started and greeted.
package struct Handshake {
  package let dialogue: Dialogue
  /// Its answer, as far as it can be read.
  package private(set) var hello: HelloResult?
  /// Why there is none.
  package private(set) var failure: String?
  /// How its answer differs from the manifest and the offer.
  package private(set) var differences: [String] = []
  /// From exec to the answer.
  package private(set) var time: Duration?
  /// From the launcher's first step to the answer: the wall included.
  package private(set) var wholeTime: Duration?

  /// - Parameters:
  ///   - offer: changes to the members of `hello`.
  ///   - piece: how many bytes a write holds.
  /// - Throws: `LaunchError` where nothing was started.
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
    // Made before the launch, since its time is none of the extension's.
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
    case .end: failure = "it left before its answer\(Self.ending(process))"
    }
  }

  /// The request to send next, if all is well.
  private mutating func take(_ value: WireValue, _ subject: TrialSubject, _ offered: WireObject) {
    time = dialogue.answeredAt - dialogue.process.startedAt
    wholeTime = dialogue.answeredAt - dialogue.process.launchedAt
    let result: HelloResult
    do {
      result = try HelloResult(wire: value, at: "/result", from: .extension)
    } catch {
      failure = "its answer can't be read: \(error)"
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
      differences.append("it calls itself “\(result.extension)” instead of “\(subject.id)”")
    }
    if let version = subject.version, result.version != version {
      differences.append("its version is “\(result.version)”; the manifest says “\(version)”")
    }
    if result.protocol != 1 { differences.append("it chose protocol \(result.protocol), which was not offered") }
    if result.schema != 1 { differences.append("it chose schema \(result.schema), which was not offered") }
    if subject.point == .report, result.contexts == nil { differences.append("a report has to name its contexts") }
    if subject.point != .report, result.contexts != nil { differences.append("only a report has contexts") }
  }

  private static func ending(_ process: TrialProcess) -> String {
    let last = process.exitStatus(atMost: .milliseconds(500))
    let words = process.log.lastLine.map { "; its last words were “\($0)”" } ?? ""
    switch last {
    case .exited(let status): return " (exit \(status)\(words))"
    case .signalled(let signal): return " (signal \(signal)\(words))"
    case nil: return ""
    }
  }
}

extension Dialogue {
  /// Sends `perform`, and for a report its frames of `data` until they are through or the answer is there.
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

extension ReportData {
  /// As many elements to a frame as it may hold; the last frame says that it is the last.
  static func frames(_ elements: [ReportElement], request: RequestID) -> [ReportData] {
    var frames: [ReportData] = []
    for start in stride(from: 0, through: elements.count, by: elementsPerFrame) {
      let end = min(start + elementsPerFrame, elements.count)
      frames.append(
        ReportData(
          request: request, frame: Int64(frames.count + 1), elements: Array(elements[start..<end]),
          isEnd: start + elementsPerFrame > elements.count))
    }
    return frames
  }
}
