// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// A `perform` request that the boundary created: the only `ApprovedMessage` of the host.
package enum ApprovedRequest: ApprovedMessage, Encodable {
  /// A request to an unsealed point, already encoded.
  case open(EncodedRequest)
  /// A request to a sealed point, encoded once its process has been audited.
  case sealed(SealedMessage)

  package func outgoing(as id: RequestID, toProcessWith differences: [String]) throws -> OutgoingRequest {
    switch self {
    case .open(let request): OutgoingRequest(params: request.body)
    case .sealed(let message): try message.outgoing(as: id, toProcessWith: differences)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .open(let request): try request.body.encode(to: encoder)
    case .sealed(let message): try message.params.wire.encode(to: encoder)
    }
  }
}
