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

  /// Descriptions and placeholders are made without anything of the person, and questions to a Focus filter reach
  /// nothing that can write: when a person looks must not last anywhere (WIDGET-W25, FOCUS-F4).
  package var needsBareProcess: Bool {
    guard case .open(let request) = self, case .object(let members) = request.body,
      case .string(let callback)? = members["callback"]
    else { return false }
    return Self.bareCallbacks.contains(callback)
  }

  private static let bareCallbacks = Set(
    [WidgetCallback.Name.describe, .placeholder, .options].map(\.rawValue)
      + [FocusCallback.Name.describe, .suggest, .options, .resolve].map(\.rawValue))

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .open(let request): try request.body.encode(to: encoder)
    case .sealed(let message): try message.params.wire.encode(to: encoder)
    }
  }
}
