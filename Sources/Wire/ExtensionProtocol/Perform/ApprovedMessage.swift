// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A `perform` request that may be sent. Only types of `PrivacyBoundary` conform, and a test of the repository holds
/// them to that, so a lane can't be given a request that the flow policy has not seen.
public protocol ApprovedMessage: Sendable {
  /// The request and its data, for the process that is about to receive them.
  ///
  /// - Parameters:
  ///   - id: the id of the request on the wire.
  ///   - differences: what the audit of a sealed process found; none at other points.
  /// - Throws: the sentence why this process is sent nothing.
  func outgoing(as id: RequestID, toProcessWith differences: [String]) throws -> OutgoingRequest
}

/// The request as it goes out: `params` of `perform`, and for a report the frames of `data`.
public struct OutgoingRequest: Sendable {
  public var params: WireValue
  /// Sent as the pipe takes them and never queued: the pipe is the credit (§5).
  public var data: [WireValue]

  public init(params: WireValue, data: [WireValue] = []) {
    self.params = params
    self.data = data
  }
}
