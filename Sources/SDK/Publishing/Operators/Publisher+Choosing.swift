// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension Publisher {
  public func removeDuplicates(by predicate: @escaping (Output, Output) -> Bool) -> AnyPublisher<Output, Failure> {
    AnyPublisher { relay in
      let last = Locked(Output?.none)
      return self.relay(
        to: Relay(
          value: { value in
            let isNew = last.withLock { last in
              if let old = last, predicate(old, value) { return false }
              last = value
              return true
            }
            if isNew { relay.value(value) }
          }, completion: relay.completion))
    }
  }

  public func dropFirst(_ count: Int = 1) -> AnyPublisher<Output, Failure> {
    AnyPublisher { relay in
      let rest = Locked(count)
      return self.relay(
        to: Relay(
          value: { value in
            let isDropped = rest.withLock { rest in
              defer { rest = max(0, rest - 1) }
              return rest > 0
            }
            if !isDropped { relay.value(value) }
          }, completion: relay.completion))
    }
  }

  /// Publishes at most `maxLength` values, then completes.
  public func prefix(_ maxLength: Int) -> AnyPublisher<Output, Failure> {
    AnyPublisher { relay in
      let count = Locked(0)
      if maxLength <= 0 {
        relay.completion(.finished)
        return AnyCancellable {}
      }
      return self.relay(
        to: Relay(
          value: { value in
            let number = count.withLock { count in
              count += 1
              return count
            }
            if number <= maxLength { relay.value(value) }
            if number == maxLength { relay.completion(.finished) }
          }, completion: { if count.withLock({ $0 }) < maxLength { relay.completion($0) } }))
    }
  }

  public func first() -> AnyPublisher<Output, Failure> { prefix(1) }

  public func first(where predicate: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
    filter(predicate).prefix(1)
  }

  /// Publishes the last value on completion.
  public func last() -> AnyPublisher<Output, Failure> { reduce(Output?.none) { $1 }.compactMap { $0 } }

  public func ignoreOutput() -> AnyPublisher<Never, Failure> { relaying { _, _ in } }
}

extension Publisher where Output: Equatable {
  public func removeDuplicates() -> AnyPublisher<Output, Failure> { removeDuplicates(by: ==) }
}
