// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import ExtensionTransport
internal import Foundation

/// The host's side of a conversation with one process. It continues despite violations, which it records; only an
/// answer that can't be decoded at all counts as missing.
package final class Dialogue {
  /// The outcome of a request.
  package enum Answer: Hashable, Sendable {
    case result(WireValue)
    case failure(ErrorObject)
    /// No answer before the deadline.
    case silence
    /// The extension closed its end.
    case end

    /// The result, if there is one.
    package var value: WireValue? { if case .result(let value) = self { value } else { nil } }
  }

  /// Answers a request that an extension sends within a callback.
  package typealias Responder = (_ method: String, _ params: WireValue) -> Result<WireValue, ErrorObject>

  package let process: TrialProcess
  package let point: ExtensionPoint
  package let allowsNoise: Bool
  /// All violations of the wire's rules, in order.
  package private(set) var infractions: [String] = []
  /// Confirmed in the answer to `hello`.
  package var features: Set<Feature> = []
  /// The time at which the last answer was complete, before it was decoded: decoding time isn't the extension's.
  package private(set) var answeredAt = MonotonicTime.now
  /// The methods of the extension's requests, in order.
  package private(set) var requests: [String] = []
  /// The time until each request was acknowledged.
  package private(set) var acknowledged: [RequestID: Duration] = [:]
  package var responder: Responder
  private var sentAt: [RequestID: MonotonicTime] = [:]
  private var answers: [RequestID: Answer] = [:]
  private var lastHostID: Int64 = 0
  private var lastExtensionID: Int64 = 0
  private var greeted = false
  private var noise = 0

  package init(_ process: TrialProcess, point: ExtensionPoint, allowsNoise: Bool, responder: @escaping Responder) {
    self.process = process
    self.point = point
    self.allowsNoise = allowsNoise
    self.responder = responder
  }

  // MARK: - Sending

  /// The canonical line of a message, including its LF.
  package func line(_ envelope: Envelope) -> [UInt8] { Self.line(envelope) }

  static func line(_ envelope: Envelope) -> [UInt8] { JSONCodec(limits: .fromHost).encode(envelope.wire) + [0x0A] }

  /// Sends a request and returns its id; `piece` is the number of bytes per write, `ahead` is sent before it in the
  /// same write.
  package func send(
    _ method: String, _ params: WireValue, inPiecesOf piece: Int = .max, ahead: [UInt8] = [], deadline: MonotonicTime
  ) -> RequestID {
    let id = RequestID(.host, lastHostID + 1)
    let bytes = ahead + line(.request(id: id, method: method, params: params))
    return send(bytes, inPiecesOf: piece, deadline: deadline)
  }

  /// Sends a prepared line of the next request; ``firstID`` is the id of the first.
  func send(_ line: [UInt8], inPiecesOf piece: Int = .max, deadline: MonotonicTime) -> RequestID {
    lastHostID += 1
    let id = RequestID(.host, lastHostID)
    _ = process.write(line, inPiecesOf: piece, deadline: deadline)
    sentAt[id] = .now
    return id
  }

  static let firstID = RequestID(.host, 1)

  package func notify(_ method: String, _ params: WireValue, deadline: MonotonicTime) {
    _ = process.write(line(.notification(method: method, params: params)), deadline: deadline)
  }

  /// Sends a request and waits for its answer.
  package func ask(_ method: String, _ params: WireValue, deadline: MonotonicTime) -> Answer {
    answer(to: send(method, params, deadline: deadline), deadline: deadline)
  }

  // MARK: - Receiving

  /// Receives until the answer to `id` arrives.
  package func answer(to id: RequestID, deadline: MonotonicTime) -> Answer {
    while answers[id] == nil {
      switch process.next(deadline: deadline) {
      case .line(let bytes): take(bytes)
      case .tooLong(let prefix): note("a line longer than 4 MiB starts with “\(Self.quoted(prefix))”")
      case .end(let half):
        if half > 0 { note("\(half) bytes of an unfinished line before the end of file") }
        return .end
      case .silence: return .silence
      }
    }
    if id == Self.firstID { greeted = true }
    return answers[id] ?? .silence
  }

  /// Receives until the deadline; lines are checked as usual.
  ///
  /// - Returns: the number of lines received.
  @discardableResult package func listen(until deadline: MonotonicTime) -> Int {
    var lines = 0
    while true {
      switch process.next(deadline: deadline) {
      case .line(let bytes):
        lines += 1
        take(bytes)
      case .tooLong:
        lines += 1
        note("a line is longer than 4 MiB")
      case .end(let half):
        if half > 0 {
          note("\(half) bytes of an unfinished line before the end of file")
          return lines + 1
        }
        return lines
      case .silence: return lines
      }
    }
  }

  package func note(_ infraction: String) { infractions.append(infraction) }

  private var limits: LineLimits {
    guard greeted else { return .helloReply }
    return switch point {
    case .app: .app
    case .report: .report
    case .shieldConfiguration: .shieldConfiguration
    case .widget: .widget
    case .focusFilter: .focusFilter
    case .monitor, .shieldAction: .standard
    }
  }
}

// MARK: - Checking

extension Dialogue {
  private func take(_ bytes: [UInt8]) {
    let value: WireValue
    do {
      value = try JSONCodec(limits: limits).decode(bytes)
    } catch {
      if allowsNoise, !greeted, noise < 32 {
        noise += 1
        return
      }
      note("“\(Self.quoted(bytes))”: \(error)")
      guard let lenient = LenientJSON.value(of: bytes) else { return }
      value = lenient
    }
    let envelope: Envelope
    do {
      envelope = try Envelope(wire: value, from: .extension)
    } catch {
      note("“\(Self.quoted(bytes))”: \(error)")
      guard let lenient = Self.lenientReply(value) else { return }
      envelope = lenient
    }
    switch envelope {
    case .result(let id, let result): take(.result(result), to: id)
    case .failure(let id, let error): take(.failure(error), to: id)
    case .request(let id, let method, let params): take(request: method, params, id: id)
    case .notification(let method, let params): take(notification: method, params)
    }
  }

  private func take(_ answer: Answer, to id: RequestID) {
    guard sentAt[id] != nil else { return note("an answer to \(id), which was never sent") }
    guard answers[id] == nil else { return note("a second answer to \(id)") }
    if features.contains(.ack), id.number > 1, acknowledged[id] == nil {
      note("the answer to \(id) came without an acknowledgement, although “ack” was confirmed")
    }
    answers[id] = answer
    answeredAt = process.heardAt
  }

  private func take(request method: String, _ params: WireValue, id: RequestID) {
    lastExtensionID += 1
    if id != RequestID(.extension, lastExtensionID) { note("its request \(id) should be e\(lastExtensionID)") }
    requests.append(method)
    let isOpen =
      switch Method(rawValue: method) {
      case .commit: point.mayHaveEffects && features.contains(.commit)
      case .authorize, .pick, .presentReport, .presentWindow: point == .app
      default: false
      }
    if !isOpen { note("the request “\(method)” is not open to the point \(point.rawValue)") }
    let reply: Envelope =
      switch responder(method, params) {
      case .success(let result): .result(id: id, result: result)
      case .failure(let error): .failure(id: id, error: error)
      }
    _ = process.write(line(reply), deadline: .after(.seconds(2)))
  }

  private func take(notification method: String, _ params: WireValue) {
    guard method == Method.ack.rawValue else { return note("a notification “\(method)”, which may not be sent") }
    guard features.contains(.ack) else { return note("an acknowledgement, although “ack” was not confirmed") }
    guard let ack = try? Ack(wire: params, at: "/params", from: .extension) else {
      return note("an acknowledgement that can't be read")
    }
    guard let sent = sentAt[ack.request], ack.request.number > 1 else {
      return note("an acknowledgement of \(ack.request), which was never sent")
    }
    if answers[ack.request] != nil { note("the acknowledgement of \(ack.request) came after its answer") }
    if acknowledged[ack.request] != nil { note("a second acknowledgement of \(ack.request)") }
    acknowledged[ack.request] = .now - sent
  }

  /// The likely meaning of an answer in an invalid envelope, so that the other checks can continue.
  private static func lenientReply(_ value: WireValue) -> Envelope? {
    guard case .object(let object) = value, case .string(let text)? = object["id"], let id = RequestID(text) else {
      return nil
    }
    if case .object? = object["result"] { return .result(id: id, result: object["result"] ?? [:]) }
    guard let error = object["error"] else { return nil }
    let decoded = try? ErrorObject(wire: error, at: "/error", from: .extension)
    return .failure(id: id, error: decoded ?? ErrorObject(.extensionError, "an error that can't be read"))
  }

  /// The start of a line, not escaped: the output escapes it.
  static func quoted(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix(120), as: UTF8.self) + (bytes.count > 120 ? "… (\(bytes.count) bytes)" : "")
  }
}
