// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A subject that sends values to its current subscribers and stores none.
public final class PassthroughSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
  // SAFETY: `SubscriberList` synchronizes its own access.
  private let audience = SubscriberList<Output, Failure>()

  public init() {}

  public func send(_ value: Output) { audience.send(value) }

  public func send(completion: Subscribers.Completion<Failure>) { audience.send(completion: completion) }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    AnyPublisher<Output, Failure> { [audience] relay in audience.add(relay) }.receive(subscriber: subscriber)
  }
}
