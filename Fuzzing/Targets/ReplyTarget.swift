// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport

/// A message that a decoder accepts from an extension must also be accepted, as the same value, in the form that the
/// host writes: the stored and replayed value is the checked value.
enum ReplyTarget {
  static func check(_ line: [UInt8]) throws(Disagreement) -> Bool {
    guard let message: WireValue = try? JSONCodec(limits: .app).decode(line) else { return false }
    guard let envelope = try? Envelope(wire: message, from: .extension) else { return false }
    try require((try? Envelope(wire: envelope.wire, from: .extension)) == envelope, "an envelope is not preserved")
    return switch envelope {
    case .result(_, let result): try checkResult(result)
    case .request(_, _, let params): try checkRequest(params)
    case .notification(_, let params): try check(Ack.self, params)
    case .failure: true
    }
  }

  /// The host knows which result it expects; here each decoder must also be safe for other results.
  private static func checkResult(_ value: WireValue) throws(Disagreement) -> Bool {
    var isTaken = try check(HelloResult.self, value)
    isTaken = try check(EffectsResult.self, value) || isTaken
    isTaken = try check(ShieldActionResult.self, value) || isTaken
    isTaken = try check(ShieldConfigurationResult.self, value) || isTaken
    return try check(ReportResult.self, value) || isTaken
  }

  private static func checkRequest(_ value: WireValue) throws(Disagreement) -> Bool {
    var isTaken = try check(CommitParams.self, value)
    isTaken = try check(AuthorizeParams.self, value) || isTaken
    isTaken = try check(PickParams.self, value) || isTaken
    isTaken = try check(PresentReportParams.self, value) || isTaken
    return try check(PresentWindowParams.self, value) || isTaken
  }

  private static func check<Value: WireConvertible>(
    _ type: Value.Type, _ value: WireValue
  ) throws(Disagreement) -> Bool {
    guard let decoded = try? Value(wire: value, at: "", from: .extension) else { return false }
    let written = decoded.wire
    guard let again = try? Value(wire: written, at: "", from: .extension) else {
      throw Disagreement("\(type) is refused in the form that the host writes")
    }
    try require(again == decoded, "\(type) differs after a round trip")
    try require(again.wire == written, "\(type) has two encodings")
    return true
  }
}
