// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol

/// One callback for the supervisor: closures that make the request, answer the extension's requests, and judge the
/// reply. They contain the policy; the supervisor only handles the order.
public struct PerformCall {
  /// Makes the request once a process has answered `hello`; at sealed points after the audit.
  public var prepare: (_ id: RequestID, _ seal: SealEvidence) throws -> OutgoingRequest
  /// Answers a request of the extension. The callback's deadline is paused until the answer.
  public var answer: (_ request: ExtensionRequest) -> Result<WireValue, ErrorObject>
  /// Decodes, checks and applies the terminal reply.
  public var judge: (_ result: WireValue) -> ReplyVerdict

  public init(
    prepare: @escaping (_ id: RequestID, _ seal: SealEvidence) throws -> OutgoingRequest,
    answer: @escaping (_ request: ExtensionRequest) -> Result<WireValue, ErrorObject> = { request in
      .failure(ErrorObject(.methodNotFound, "\(request.method.rawValue) is not open here."))
    },
    judge: @escaping (_ result: WireValue) -> ReplyVerdict
  ) {
    self.prepare = prepare
    self.answer = answer
    self.judge = judge
  }
}

/// The audit's findings about a sealed process; empty at points that are not sealed.
public struct SealEvidence: Hashable, Sendable {
  public var differences: [String]

  public init(differences: [String]) { self.differences = differences }
}

/// The host's verdict on a reply.
public enum ReplyVerdict: Hashable, Codable, Sendable {
  /// Checked, applied and durable.
  case accepted
  /// Well-formed but not allowed, or beyond a limit. Settles as `refused`, and is not counted as a failure
  /// (WIRE-B13–WIRE-B15).
  case denied(ErrorObject)
  /// Violates the schema. Counts as a failure; the process is replaced and the delivery tried again (WIRE-B12).
  case malformed(ErrorObject)
}

/// A request of the extension, decoded.
public enum ExtensionRequest: Hashable, Sendable {
  case commit(CommitParams)
  case authorize(AuthorizeParams)
  case pick(PickParams)
  case presentReport(PresentReportParams)
  case presentWindow(PresentWindowParams)

  public var method: Method {
    switch self {
    case .commit: .commit
    case .authorize: .authorize
    case .pick: .pick
    case .presentReport: .presentReport
    case .presentWindow: .presentWindow
    }
  }

  init(method: Method, params: WireValue) throws(WireError) {
    let pointer = "/params"
    switch method {
    case .commit: self = .commit(try CommitParams(wire: params, at: pointer, from: .extension))
    case .authorize: self = .authorize(try AuthorizeParams(wire: params, at: pointer, from: .extension))
    case .pick: self = .pick(try PickParams(wire: params, at: pointer, from: .extension))
    case .presentReport: self = .presentReport(try PresentReportParams(wire: params, at: pointer, from: .extension))
    case .presentWindow: self = .presentWindow(try PresentWindowParams(wire: params, at: pointer, from: .extension))
    default: throw WireError(at: "/method", "is not a request of an extension")
    }
  }
}

extension Method {
  /// Whether an extension at `point` may make this request.
  func isRequest(from point: ExtensionPoint) -> Bool {
    switch self {
    case .commit: point.mayHaveEffects
    case .authorize, .pick, .presentReport, .presentWindow: point == .app
    case .hello, .perform, .data, .cancel, .shutdown, .ack: false
    }
  }
}

/// The end of one attempt to perform a callback.
public enum PerformOutcome: Hashable, Sendable {
  case accepted
  case denied(ErrorObject)
  case malformed(ErrorObject)
  /// The extension answered with an error of its own.
  case failed(ErrorObject)
  /// The typed fallback of the point; `reason` is the code in the journal.
  case fallback(reason: ReasonCode)
  /// No process was available, so nothing was attempted. `retryAt` is the host's time; `nil` if only a new build helps.
  case unavailable(reason: ReasonCode, retryAt: Int64?)
}
