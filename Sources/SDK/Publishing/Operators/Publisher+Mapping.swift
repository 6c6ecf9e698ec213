// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension Publisher {
  public func map<T>(_ transform: @escaping (Output) -> T) -> AnyPublisher<T, Failure> {
    relaying { value, relay in relay.value(transform(value)) }
  }

  public func map<T>(_ keyPath: KeyPath<Output, T>) -> AnyPublisher<T, Failure> { map { $0[keyPath: keyPath] } }

  public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> AnyPublisher<T, Failure> {
    relaying { value, relay in if let result = transform(value) { relay.value(result) } }
  }

  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
    relaying { value, relay in if isIncluded(value) { relay.value(value) } }
  }

  /// Transforms values with a closure that may throw. An error ends the stream.
  public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> AnyPublisher<T, any Error> {
    mapError { $0 }.flatMapResult { value in Result { try transform(value) } }
  }

  public func replaceNil<T>(with output: T) -> AnyPublisher<T, Failure> where Output == T? {
    map { $0 ?? output }
  }

  public func scan<T>(
    _ initialResult: T, _ next: @escaping (T, Output) -> T
  ) -> AnyPublisher<T, Failure> {
    AnyPublisher { relay in
      let sum = Locked(initialResult)
      return self.relay(
        to: Relay(
          value: { value in
            relay.value(
              sum.withLock { sum in
                sum = next(sum, value)
                return sum
              })
          }, completion: relay.completion))
    }
  }

  /// Combines all values and publishes the result on completion.
  public func reduce<T>(
    _ initialResult: T, _ next: @escaping (T, Output) -> T
  ) -> AnyPublisher<T, Failure> {
    AnyPublisher { relay in
      let sum = Locked(initialResult)
      return self.relay(
        to: Relay(
          value: { value in sum.withLock { $0 = next($0, value) } },
          completion: { completion in
            if case .finished = completion { relay.value(sum.withLock { $0 }) }
            relay.completion(completion)
          }))
    }
  }

  public func collect() -> AnyPublisher<[Output], Failure> { reduce([]) { $0 + [$1] } }

  /// Transforms values to results. The first failure ends the stream.
  private func flatMapResult<T>(
    _ transform: @escaping (Output) -> Result<T, Failure>
  ) -> AnyPublisher<T, Failure> {
    AnyPublisher { relay in
      let hasFailed = Locked(false)
      return self.relay(
        to: Relay(
          value: { value in
            guard !hasFailed.withLock({ $0 }) else { return }
            switch transform(value) {
            case .success(let result): relay.value(result)
            case .failure(let error):
              hasFailed.withLock { $0 = true }
              relay.completion(.failure(error))
            }
          }, completion: { if !hasFailed.withLock({ $0 }) { relay.completion($0) } }))
    }
  }
}
