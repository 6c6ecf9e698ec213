// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The metadata of a callback. `wire.md#perform` lists the fields that each point receives.
public struct DeliveryInfo: Hashable, Sendable {
  public enum Cause: String, WireWord {
    case natural, registration, stop, replaced, catchUp, repeated
  }

  public enum Mode: String, WireWord {
    case faithful, exact
  }

  /// An interval in progress; `id` is `<activity>@<start>`.
  public struct Interval: WireConvertible {
    public var id: String
    public var start: Int64
    public var end: Int64

    public init(id: String, start: Int64, end: Int64) {
      self.id = id
      self.start = start
      self.end = end
    }

    public var wire: WireValue { ["end": end.wire, "id": id.wire, "start": start.wire] }

    public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
      var reader = try WireReader(value, at: pointer, from: origin)
      id = try reader.required("id")
      start = try reader.required("start")
      end = try reader.required("end")
      try reader.finish()
    }
  }

  /// Increases within the family and stays the same on redelivery; absent at sealed points.
  public var sequence: Int64?
  public var cause: Cause?
  public var attempt: Int64
  public var dueAt: Int64?
  /// The time of the callback's clock.
  public var now: Int64
  public var interval: Interval?
  public var mode: Mode?
  public var seed: Int64?

  public init(
    sequence: Int64? = nil, cause: Cause? = nil, attempt: Int64, dueAt: Int64? = nil, now: Int64,
    interval: Interval? = nil, mode: Mode? = nil, seed: Int64? = nil
  ) {
    self.sequence = sequence
    self.cause = cause
    self.attempt = attempt
    self.dueAt = dueAt
    self.now = now
    self.interval = interval
    self.mode = mode
    self.seed = seed
  }
}

extension DeliveryInfo: WireConvertible {
  public var wire: WireValue {
    [
      "attempt": attempt.wire, "cause": cause?.wire, "dueAt": dueAt?.wire, "interval": interval?.wire,
      "mode": mode?.wire, "now": now.wire, "seed": seed?.wire, "sequence": sequence?.wire,
    ]
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    sequence = try reader.optional("sequence")
    cause = reader.value("cause") == nil ? nil : try reader.word("cause", otherwise: .natural)
    attempt = try reader.required("attempt")
    dueAt = try reader.optional("dueAt")
    now = try reader.required("now")
    interval = try reader.optional("interval")
    mode = reader.value("mode") == nil ? nil : try reader.word("mode", otherwise: .faithful)
    seed = try reader.optional("seed")
    try reader.finish()
  }
}
