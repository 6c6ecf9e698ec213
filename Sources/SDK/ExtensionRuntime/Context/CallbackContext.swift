// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
public import Foundation

/// Why, when and for the how manyth time this callback is called: what Apple's signatures don't say.
public struct CallbackContext: Hashable, Sendable {
  /// Why a delivery became owed; a word of a newer host reads as `natural`.
  public enum Cause: String, Hashable, Sendable {
    case natural, registration, stop, replaced, catchUp, repeated
  }

  public enum Mode: String, Hashable, Sendable {
    case faithful, exact
  }

  /// The interval a monitor's callback belongs to; `id` is the key for "did I do this already?".
  public struct Interval: Hashable, Sendable {
    public let id: String
    public let start: Date
    public let end: Date
  }

  /// The context of the callback that is running; `nil` outside of one.
  @TaskLocal public static var current: CallbackContext?

  /// Family and sequence, the same on every attempt.
  public let deliveryID: String
  /// From 1.
  public let attempt: Int
  /// Rises within the family; `nil` at sealed points, whose deliveries don't count.
  public let sequence: Int?
  public let cause: Cause
  public let dueAt: Date?
  public let now: Date
  public let interval: Interval?
  public let mode: Mode?
}

extension CallbackContext {
  init(_ delivery: DeliveryInfo, family: String) {
    sequence = delivery.sequence.map(Int.init)
    deliveryID = sequence.map { "\(family)/\($0)" } ?? family
    attempt = Int(delivery.attempt)
    cause = delivery.cause.flatMap { Cause(rawValue: $0.rawValue) } ?? .natural
    dueAt = delivery.dueAt.map(Date.init(wireTime:))
    now = Date(wireTime: delivery.now)
    interval = delivery.interval.map {
      Interval(id: $0.id, start: Date(wireTime: $0.start), end: Date(wireTime: $0.end))
    }
    mode = delivery.mode.flatMap { Mode(rawValue: $0.rawValue) }
  }
}
