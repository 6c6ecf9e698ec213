// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The parameters of `perform`: one callback and all the data the extension gets for it (`wire.md#perform`).
public struct PerformParams: Hashable, Sendable {
  public var callback: Callback
  public var delivery: DeliveryInfo
  public var snapshot: Snapshot
  /// The deadline, constant per build and point.
  public var deadlineMs: Int64

  public init(callback: Callback, delivery: DeliveryInfo, snapshot: Snapshot, deadlineMs: Int64) {
    self.callback = callback
    self.delivery = delivery
    self.snapshot = snapshot
    self.deadlineMs = deadlineMs
  }
}

extension PerformParams: WireConvertible {
  public var wire: WireValue {
    [
      "arguments": callback.arguments, "callback": callback.name.wire, "deadlineMs": deadlineMs.wire,
      "delivery": delivery.wire, "snapshot": snapshot.wire,
    ]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    let name: String = try reader.required("callback")
    callback = try Callback(
      name: name, arguments: reader.value("arguments") ?? [:], at: reader.path("arguments"), from: origin)
    delivery = try reader.required("delivery")
    snapshot = try reader.required("snapshot")
    deadlineMs = try reader.required("deadlineMs")
    try reader.finish()
  }
}
