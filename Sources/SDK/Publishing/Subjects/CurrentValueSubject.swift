// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Keeps its last value and sends it to each new subscriber first.
public final class CurrentValueSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
  // SAFETY: `current` and `kept` are only used while `lock` is held; `SubscriberList` guards itself.
  private let lock = NSLock()
  private var current: Output
  private var kept: [AnyCancellable] = []
  private let audience = SubscriberList<Output, Failure>()

  public init(_ value: Output) { current = value }

  public var value: Output {
    get { lock.withLock { current } }
    set { send(newValue) }
  }

  /// After the end nothing is sent and nothing changes.
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

  /// Keeps a subscription as long as the subject lives.
  func keep(_ subscription: AnyCancellable) { lock.withLock { kept.append(subscription) } }
}
