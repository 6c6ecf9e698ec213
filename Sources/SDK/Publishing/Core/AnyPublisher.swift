// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A publisher whose type is not said. Operators of this module give one as well.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  /// Starts a subscription: values and the end go to the relay until what comes back is cancelled.
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

/// Where an operator sends what it makes.
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

  /// A publisher that sends what `value` makes of each value of this one; the end is passed on.
  func relaying<T>(
    _ value: @escaping (Output, Relay<T, Failure>) -> Void
  ) -> AnyPublisher<T, Failure> {
    AnyPublisher { relay in
      self.relay(to: Relay(value: { value($0, relay) }, completion: relay.completion))
    }
  }
}
