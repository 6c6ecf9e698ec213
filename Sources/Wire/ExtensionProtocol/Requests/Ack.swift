// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The parameters of `ack`: the extension has received the line and may still be running the callback
/// (`wire.md#deadlines`).
public struct Ack: WireConvertible {
  public var request: RequestID

  public init(request: RequestID) { self.request = request }

  public var wire: WireValue { ["request": request.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    request = try reader.required("request")
    try reader.finish()
  }
}
