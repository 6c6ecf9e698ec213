// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import ProcessSupervision

/// The callback of a round trip: typed values, encoded for each call and decoded from each reply, as in the host.
enum SampleCallback {
  static let extensionID = "homework.monitor"

  static var parameters: PerformParams {
    // The monitor doesn't know this activity, so it answers without effects.
    PerformParams(
      callback: .monitor(.intervalDidStart, activity: "evening", event: nil),
      delivery: DeliveryInfo(sequence: 41, cause: .natural, attempt: 1, now: 1_795_188_300_000),
      snapshot: Snapshot(
        environment: EnvironmentSnapshot(
          locale: "en_DE", timeZone: "Europe/Berlin", firstWeekday: 2, uses24Hour: true)),
      deadlineMs: 5_000)
  }

  static var call: PerformCall {
    PerformCall(
      prepare: { _, _ in OutgoingRequest(params: parameters.wire) },
      judge: { reply in
        do throws(WireError) {
          let result = try EffectsResult(wire: reply, at: "/result", from: .extension)
          return result.effects.isEmpty ? .accepted : .malformed(ErrorObject(.invalidParams, "The reply has effects."))
        } catch { return .malformed(ErrorObject(.invalidParams, error.description)) }
      })
  }

  /// The bytes of one round trip, including line feeds.
  static var sizes: (request: Int, reply: Int) {
    // An id with three digits is typical for a process that has been running for a while.
    let id = RequestID(.host, 100)
    let lines: [Envelope] = [
      .request(id: id, method: Method.perform.rawValue, params: parameters.wire),
      .notification(method: Method.ack.rawValue, params: Ack(request: id).wire),
      .result(id: id, result: EffectsResult().wire),
    ]
    let counts = lines.map { CanonicalWriter.bytes(of: $0.wire).count + 1 }
    return (counts[0], counts[1] + counts[2])
  }
}
