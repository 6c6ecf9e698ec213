// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport
internal import ProcessSupervision
internal import ScreenTimeRules

/// One run of a scripted extension: it decodes the host's lines with the real framer and codec, and sends what the
/// brain decides.
final class ExtensionScript {
  /// The exit status if the process exited by itself.
  private(set) var exit = ChildExit.exited(status: 0)

  private let id: String
  private let point: ExtensionPoint
  private let version: String
  private let brain: ScriptBrain
  private let stream: ScriptedStream
  private var framer = LineFramer(lineBytes: 1 << 20)
  private let codec = JSONCodec(limits: .fromHost)
  private var lastOwnID: Int64 = 0
  /// Continues after the host's answer to the open request.
  private var afterAnswer: ((ScriptedAnswer) -> Void)?

  init(id: String, point: ExtensionPoint, version: String, brain: ScriptBrain, stream: ScriptedStream) {
    self.id = id
    self.point = point
    self.version = version
    self.brain = brain
    self.stream = stream
  }

  /// Called when the process starts.
  func begin() {
    if brain.diesBeforeHello(id) { leave(.exited(status: 1)) }
  }

  /// Called with bytes that the host wrote.
  func hear(_ bytes: [UInt8]) {
    framer.append(bytes.span)
    while case .line(let line)? = framer.next() {
      guard let decoded = try? codec.decode(line.span), let envelope = try? Envelope(wire: decoded.value, from: .host)
      else {
        brain.complain("the host wrote an invalid message to \(id)")
        return
      }
      hear(envelope)
    }
  }

  private func hear(_ envelope: Envelope) {
    switch envelope {
    case .request(let request, Method.hello.rawValue, let params): hello(request, params)
    case .request(let request, Method.perform.rawValue, let params): perform(request, params)
    case .request(let request, _, _): say(.result(id: request, result: [:]))
    case .result: takeAnswer(.granted)
    case .failure(_, let error): takeAnswer([.busy, .cancelled].contains(error.code) ? .unheard : .refused)
    case .notification: break
    }
  }

  private func hello(_ request: RequestID, _ params: WireValue) {
    let features: [Feature] = point.isSealed ? [] : [.commit]
    let result = HelloResult(features: features.map(\.rawValue), extension: id, version: version)
    say(.result(id: request, result: result.wire), after: brain.latency(.milliseconds(200)))
  }

  private func perform(_ request: RequestID, _ params: WireValue) {
    guard let call = try? PerformParams(wire: params, at: "", from: .host) else {
      return brain.complain("\(id) got a perform request that can't be decoded")
    }
    let plan = brain.plan(for: call, of: id, at: point)
    switch plan.conduct {
    case .asksFirst(let requests): ask(requests[...], within: request, call, then: plan.reply)
    case .saysNothing(.hang): break
    case .saysNothing(.halfLine): stream.say(Array(#"{"jsonrpc":"2.0","id""#.utf8))
    case .saysNothing(.leave(let exit)): leave(exit)
    case .saysNothing(.garbage(let text)): stream.say(Array(text.utf8), after: thought(call))
    case .answers: say(.result(id: request, result: plan.reply()), after: thought(call))
    case .answersLate: say(.result(id: request, result: plan.reply()), after: .milliseconds(call.deadlineMs + 100))
    case .answersTwice:
      let (reply, thought) = (plan.reply(), thought(call))
      for _ in 0..<2 { say(.result(id: request, result: reply), after: thought) }
    case .fails(let error): say(.failure(id: request, error: error), after: thought(call))
    }
  }

  /// The time to answer: well within the deadline, which is suspended while the host answers a question.
  private func thought(_ call: PerformParams) -> Duration { brain.latency(.milliseconds(call.deadlineMs / 8)) }

  /// Sends requests one after another, each after the answer to the previous one; then sends the reply.
  private func ask(
    _ requests: ArraySlice<ScriptedRequest>, within request: RequestID, _ call: PerformParams,
    then reply: @escaping () -> WireValue
  ) {
    guard let next = requests.first else { return say(.result(id: request, result: reply()), after: thought(call)) }
    lastOwnID += 1
    afterAnswer = { [unowned self] answer in
      brain.answered(next, of: id, answer)
      ask(requests.dropFirst(), within: request, call, then: reply)
    }
    brain.asks(next, of: id)
    say(
      .request(
        id: RequestID(.extension, lastOwnID), method: next.method.rawValue, params: next.params(within: request)),
      after: thought(call))
  }

  private func takeAnswer(_ answer: ScriptedAnswer) {
    let body = afterAnswer
    afterAnswer = nil
    body?(answer)
  }

  private func say(_ envelope: Envelope, after delay: Duration = .zero) {
    stream.say(codec.encode(envelope.wire) + [UInt8(ascii: "\n")], after: delay)
  }

  private func leave(_ how: ChildExit) {
    exit = how
    stream.leave()
  }
}

/// The host's answer to a request.
enum ScriptedAnswer {
  case granted, refused
  /// The host could not decide: its store failed, or the callback is no longer in flight.
  case unheard
}

/// The actions of an extension in one callback.
struct ScriptPlan {
  enum Silence {
    case hang, halfLine
    case leave(ChildExit)
    case garbage(String)
  }

  enum Conduct {
    case answers, answersLate, answersTwice
    case asksFirst([ScriptedRequest])
    case saysNothing(Silence)
    case fails(ErrorObject)
  }

  var conduct: Conduct
  /// Composed when it is sent, because an app gets its tokens only after the person has picked.
  var reply: () -> WireValue = { [:] }
}

/// A request that a script sends within a callback.
enum ScriptedRequest {
  case authorize(AuthorizeParams.Member)
  case pick
  /// A savepoint.
  case commit([RuleEffect], wire: [Effect], isValid: Bool)

  var method: Method {
    switch self {
    case .authorize: .authorize
    case .pick: .pick
    case .commit: .commit
    }
  }

  func params(within request: RequestID) -> WireValue {
    switch self {
    case .authorize(let member): AuthorizeParams(member: member).wire
    case .pick: PickParams(includeEntireCategory: false).wire
    case .commit(_, let effects, _): CommitParams(within: request, effects: effects).wire
    }
  }
}
