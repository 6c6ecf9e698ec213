// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A `perform` request that may be sent. Only types of `PrivacyBoundary` conform, which a repository test enforces, so
/// a request cannot be sent without passing the flow policy.
public protocol ApprovedMessage: Sendable {
  /// Creates the request and its data for the process that will receive them.
  ///
  /// - Parameters:
  ///   - id: The ID of the request on the wire.
  ///   - differences: The findings of the audit of a sealed process; empty at other points.
  /// - Throws: An error whose description says why nothing may be sent to this process.
  func outgoing(as id: RequestID, toProcessWith differences: [String]) throws -> OutgoingRequest
  /// Whether it needs a process of its own that has seen no other request and can write nothing that lasts.
  var needsBareProcess: Bool { get }
}

extension ApprovedMessage {
  public var needsBareProcess: Bool { false }
}

/// An outgoing request: the `params` of `perform` and, for a report, the frames of `data`.
public struct OutgoingRequest: Sendable {
  public var params: WireValue
  /// Frames of data. They are sent as the pipe accepts them and are not queued, so the pipe provides flow control.
  public var data: [WireValue]

  public init(params: WireValue, data: [WireValue] = []) {
    self.params = params
    self.data = data
  }
}
