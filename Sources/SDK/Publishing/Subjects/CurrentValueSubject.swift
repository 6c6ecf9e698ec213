// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A subject that keeps its last value and sends it to each new subscriber first.
public final class CurrentValueSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
  // SAFETY: `current` and `kept` are only used while `lock` is held; `SubscriberList` synchronizes its own access.
  private let lock = NSLock()
  private var current: Output
  private var kept: [AnyCancellable] = []
  private let audience = SubscriberList<Output, Failure>()

  public init(_ value: Output) { current = value }

  public var value: Output {
    get { lock.withLock { current } }
    set { send(newValue) }
  }

  /// Sends a value. Has no effect after completion.
  public func send(_ value: Output) {
    guard !audience.isOver else { return }
    lock.withLock { current = value }
    audience.send(value)
  }

  public func send(completion: Subscribers.Completion<Failure>) { audience.send(completion: completion) }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    AnyPublisher<Output, Failure> { [self] relay in
      if !audience.isOver { relay.value(value) }
      return audience.add(relay)
    }.receive(subscriber: subscriber)
  }

  /// Retains a subscription for the lifetime of the subject.
  func keep(_ subscription: AnyCancellable) { lock.withLock { kept.append(subscription) } }
}
