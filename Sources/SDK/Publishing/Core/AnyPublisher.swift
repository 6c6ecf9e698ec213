// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A type-erased publisher. Operators of this module also return it.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  /// Starts a subscription. The relay receives values and the completion until the returned object is cancelled.
  typealias Start = (Relay<Output, Failure>) -> AnyCancellable

  private let start: Start

  init(start: @escaping Start) { self.start = start }

  public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    start = { relay in publisher.relay(to: relay) }
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let subscription = RelaySubscription()
    subscriber.receive(subscription: subscription)
    guard !subscription.isCancelled else { return }
    let relay = Relay<Output, Failure>(
      value: { if !subscription.isCancelled { _ = subscriber.receive($0) } },
      completion: {
        if !subscription.isCancelled { subscriber.receive(completion: $0) }
        subscription.release()
      })
    subscription.hold(start(relay))
  }
}

/// The destination for the output of an operator.
struct Relay<Output, Failure: Error> {
  let value: (Output) -> Void
  let completion: (Subscribers.Completion<Failure>) -> Void
}

extension Publisher {
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }

  func relay(to relay: Relay<Output, Failure>) -> AnyCancellable {
    let subscriber = ClosureSubscriber<Output, Failure>(
      receiveCompletion: relay.completion, receiveValue: relay.value)
    receive(subscriber: subscriber)
    return AnyCancellable { subscriber.cancel() }
  }

  /// Returns a publisher that calls `value` for each value of this one and passes on its completion.
  func relaying<T>(
    _ value: @escaping (Output, Relay<T, Failure>) -> Void
  ) -> AnyPublisher<T, Failure> {
    AnyPublisher { relay in
      self.relay(to: Relay(value: { value($0, relay) }, completion: relay.completion))
    }
  }
}
