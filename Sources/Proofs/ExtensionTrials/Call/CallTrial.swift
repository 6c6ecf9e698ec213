// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
internal import ExtensionTransport
internal import FamilyManifests
internal import Sandboxing

/// Runs one callback of one extension in the sandbox and records the result.
package struct CallTrial {
  private let subject: TrialSubject
  private let stage: TrialStage
  private let pace: TrialPace

  package init(_ subject: TrialSubject, on stage: TrialStage, pace: TrialPace = TrialPace()) {
    self.subject = subject
    self.stage = stage
    self.pace = pace
  }

  /// - Parameter json: see `CallRequest`.
  /// - Throws: `ExtensionTrialError` for an invalid request, `LaunchError` if the launch fails.
  package func run(_ callback: String, json: WireValue?) throws -> CallResult {
    // Check the name and arguments before the launch where that is possible: a report's contexts are known after hello.
    let describing = subject.point.describingCall
    if subject.point != .report, describing == nil { _ = try CallRequest(callback, json: json, for: subject) }
    let greeting = try Handshake(subject, on: stage, pace: pace)
    let dialogue = greeting.dialogue
    var result = CallResult(subject: subject, callback: callback)
    result.launchMs = (dialogue.process.startedAt - dialogue.process.launchedAt).inMilliseconds
    defer { dialogue.process.kill() }
    guard let hello = greeting.hello else {
      result.outcome = .noHello(greeting.failure ?? "no answer to hello")
      finish(&result, dialogue)
      return result
    }
    result.helloMs = (dialogue.answeredAt - dialogue.process.startedAt).inMilliseconds
    var description: WireValue?
    if let describing, describing.callback.name != callback {
      let asked = dialogue.perform(
        describing.params(for: subject).wire, data: [], deadline: .after(pace.time(subject.limits.deadlineMs)))
      if case .result(let value) = asked { description = value }
    }
    let request = try CallRequest(
      callback, json: json, for: subject, contexts: hello.contexts ?? [], description: description)
    result.request = request.params.wire
    let host = SampleHost(request.params.snapshot)
    dialogue.responder = host.answer
    perform(request, dialogue, &result)
    result.committed = host.committed
    result.window = host.window
    finish(&result, dialogue)
    return result
  }

  private func perform(_ request: CallRequest, _ dialogue: Dialogue, _ result: inout CallResult) {
    let deadline = pace.time(subject.limits.deadlineMs)
    let asked = MonotonicTime.now
    let answer = dialogue.perform(request.params.wire, data: request.data, deadline: .after(deadline))
    result.callbackMs = (dialogue.answeredAt - asked).inMilliseconds
    switch answer {
    case .result(let value):
      result.reply = ["result": value]
      result.reading = ReplyReading(value, to: result.callback, of: subject, assets: subject.assetCatalog)
      result.outcome = .answered
    case .failure(let error):
      result.reply = ["error": error.wire]
      result.outcome = .refused(error.description)
    case .silence:
      result.callbackMs = nil
      result.outcome = .silent("no answer within \(subject.limits.deadlineMs) ms")
    case .end:
      result.callbackMs = nil
      result.outcome = .silent("it exited without an answer")
    }
  }

  private func finish(_ result: inout CallResult, _ dialogue: Dialogue) {
    let process = dialogue.process
    if !subject.point.isSealed, case .answered = result.outcome {
      _ = dialogue.ask(
        Method.shutdown.rawValue, Shutdown(reason: .operator).wire, deadline: .after(pace.time(1_000)))
      process.closeRequest()
      if process.exitStatus(atMost: pace.time(1_000)) == nil { process.kill() }
    } else {
      // Wait briefly for further output before the kill.
      if process.exitStatus(atMost: .milliseconds(50)) == nil { process.kill() }
    }
    switch process.exitStatus(atMost: .seconds(2)) {
    case .exited(let status): result.exit = "exit \(status)"
    case .signalled(let signal): result.exit = signal == 9 ? nil : "signal \(signal)"
    case nil: break
    }
    result.infractions = dialogue.infractions
    result.log = process.log.lines
    result.droppedLogBytes = process.log.dropped
  }
}

extension Duration {
  package var inMilliseconds: Double {
    Double(components.seconds) * 1_000 + Double(components.attoseconds) / 1_000_000_000_000_000
  }
}
