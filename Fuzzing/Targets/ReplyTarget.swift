// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport

/// Whatever a decoder accepts from an extension, it accepts again as the host writes it down, as the same value: what
/// is stored and replayed is what was checked.
enum ReplyTarget {
  static func check(_ line: [UInt8]) throws(Disagreement) -> Bool {
    guard let message: WireValue = try? JSONCodec(limits: .app).decode(line) else { return false }
    guard let envelope = try? Envelope(wire: message, from: .extension) else { return false }
    try require((try? Envelope(wire: envelope.wire, from: .extension)) == envelope, "an envelope changed on its way")
    return switch envelope {
    case .result(_, let result): try checkResult(result)
    case .request(_, _, let params): try checkRequest(params)
    case .notification(_, let params): try check(Ack.self, params)
    case .failure: true
    }
  }

  /// The host knows which result it waits for; here each has to be safe with what was meant for another.
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
      throw Disagreement("\(type) is refused as the host itself writes it")
    }
    try require(again == decoded, "\(type) changed on its way")
    try require(again.wire == written, "\(type) has two spellings")
    return true
  }
}
