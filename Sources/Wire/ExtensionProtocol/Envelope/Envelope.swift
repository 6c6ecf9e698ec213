// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The JSON-RPC 2.0 frame around every message (`wire.md#messages`), before its content is decoded.
public enum Envelope: Hashable, Sendable {
  case request(id: RequestID, method: String, params: WireValue)
  case notification(method: String, params: WireValue)
  case result(id: RequestID, result: WireValue)
  case failure(id: RequestID, error: ErrorObject)
}

extension Envelope: WireConvertible {
  public var wire: WireValue {
    switch self {
    case .request(let id, let method, let params):
      ["id": id.wire, "jsonrpc": "2.0", "method": .string(method), "params": params]
    case .notification(let method, let params):
      ["jsonrpc": "2.0", "method": .string(method), "params": params]
    case .result(let id, let result):
      ["id": id.wire, "jsonrpc": "2.0", "result": result]
    case .failure(let id, let error):
      ["error": error.wire, "id": id.wire, "jsonrpc": "2.0"]
    }
  }

  /// Decodes the frame. An extra member is an error from either side, unlike in the messages within it: a frame with
  /// more members would be a new protocol.
  public init(wire value: WireValue, at pointer: String = "", from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: .extension)
    guard reader.value("jsonrpc") == "2.0" else { throw WireError(at: pointer, "does not have jsonrpc “2.0”") }
    let id: RequestID? = try reader.optional("id")
    let method: String? = try reader.optional("method")
    let params = reader.value("params")
    let result = reader.value("result")
    let error = reader.value("error")
    try reader.finish()
    switch (id, method, params, result, error) {
    case (let id?, let method?, .object?, nil, nil):
      self = .request(id: id, method: method, params: params ?? [:])
    case (nil, let method?, .object?, nil, nil):
      self = .notification(method: method, params: params ?? [:])
    case (let id?, nil, nil, .object?, nil):
      self = .result(id: id, result: result ?? [:])
    case (let id?, nil, nil, nil, let error?):
      self = .failure(id: id, error: try ErrorObject(wire: error, at: "\(pointer)/error", from: origin))
    default:
      throw WireError(at: pointer, "is neither a request, a notification nor a reply")
    }
  }
}
