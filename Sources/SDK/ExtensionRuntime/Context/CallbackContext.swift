// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
public import Foundation

/// The cause, time and attempt of the running callback, which the signatures of Apple's methods lack.
public struct CallbackContext: Hashable, Sendable {
  /// The reason for the delivery. An unknown cause from a newer host is read as `natural`.
  public enum Cause: String, Hashable, Sendable {
    case natural, registration, stop, replaced, catchUp, repeated
  }

  public enum Mode: String, Hashable, Sendable {
    case faithful, exact
  }

  /// The interval that a monitor's callback belongs to. Use `id` to recognise work that is already done.
  public struct Interval: Hashable, Sendable {
    public let id: String
    public let start: Date
    public let end: Date
  }

  /// The context of the running callback; `nil` outside a callback.
  @TaskLocal public static var current: CallbackContext?

  /// An identifier made of the family and the sequence, the same for every attempt.
  public let deliveryID: String
  /// The number of this attempt, counted from 1.
  public let attempt: Int
  /// A number that increases within the family; `nil` at sealed points, whose deliveries are not counted.
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
