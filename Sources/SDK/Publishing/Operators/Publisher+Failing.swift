// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension Publisher {
  public func mapError<E: Error>(_ transform: @escaping (Failure) -> E) -> AnyPublisher<Output, E> {
    AnyPublisher { relay in
      self.relay(
        to: Relay(
          value: relay.value,
          completion: { completion in
            switch completion {
            case .finished: relay.completion(.finished)
            case .failure(let error): relay.completion(.failure(transform(error)))
            }
          }))
    }
  }

  /// Continues with the values of another publisher after a failure.
  public func `catch`<P: Publisher>(
    _ handler: @escaping (Failure) -> P
  ) -> AnyPublisher<Output, P.Failure> where P.Output == Output {
    AnyPublisher { relay in
      let replacement = RelaySubscription()
      let first = self.relay(
        to: Relay(
          value: relay.value,
          completion: { completion in
            switch completion {
            case .finished: relay.completion(.finished)
            case .failure(let error): replacement.hold(handler(error).relay(to: relay))
            }
          }))
      return AnyCancellable {
        first.cancel()
        replacement.cancel()
      }
    }
  }

  public func replaceError(with output: Output) -> AnyPublisher<Output, Never> { self.catch { _ in Just(output) } }

  public func handleEvents(
    receiveSubscription: ((any Subscription) -> Void)? = nil, receiveOutput: ((Output) -> Void)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil, receiveCancel: (() -> Void)? = nil,
    receiveRequest: ((Subscribers.Demand) -> Void)? = nil
  ) -> AnyPublisher<Output, Failure> {
    AnyPublisher { relay in
      let upstream = self.relay(
        to: Relay(
          value: { value in
            receiveOutput?(value)
            relay.value(value)
          },
          completion: { completion in
            receiveCompletion?(completion)
            relay.completion(completion)
          }))
      return AnyCancellable {
        receiveCancel?()
        upstream.cancel()
      }
    }
  }

  public func print(_ prefix: String = "") -> AnyPublisher<Output, Failure> {
    handleEvents(
      receiveOutput: { Swift.print("\(prefix)\(prefix.isEmpty ? "" : ": ")receive value: (\($0))") },
      receiveCompletion: { Swift.print("\(prefix)\(prefix.isEmpty ? "" : ": ")receive \($0)") })
  }
}

extension Publisher where Failure == Never {
  public func setFailureType<E: Error>(to failureType: E.Type) -> AnyPublisher<Output, E> {
    AnyPublisher { relay in
      self.relay(
        to: Relay(value: relay.value, completion: { _ in relay.completion(.finished) }))
    }
  }
}
