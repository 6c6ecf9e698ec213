// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension Publisher {
  /// Publishes the values of the publishers that `transform` returns, in the order in which they arrive.
  public func flatMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> AnyPublisher<P.Output, Failure> where P.Failure == Failure {
    joining(latestOnly: false, transform)
  }

  @_disfavoredOverload
  public func flatMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> AnyPublisher<P.Output, Failure> where P.Failure == Never {
    joining(latestOnly: false) { transform($0).setFailureType(to: Failure.self) }
  }

  /// Publishes only the values of the most recent inner publisher.
  public func switchToLatest() -> AnyPublisher<Output.Output, Failure>
  where Output: Publisher, Output.Failure == Failure {
    joining(latestOnly: true) { $0 }
  }

  public func merge<P: Publisher>(with other: P) -> AnyPublisher<Output, Failure>
  where P.Output == Output, P.Failure == Failure {
    Publishers.merging([eraseToAnyPublisher(), other.eraseToAnyPublisher()])
  }

  public func prepend(_ elements: Output...) -> AnyPublisher<Output, Failure> {
    AnyPublisher { relay in
      for element in elements { relay.value(element) }
      return self.relay(to: relay)
    }
  }

  public func combineLatest<P: Publisher>(_ other: P) -> AnyPublisher<(Output, P.Output), Failure>
  where P.Failure == Failure {
    Publishers.pairing(self, other, inStep: false)
  }

  public func combineLatest<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> AnyPublisher<T, Failure> where P.Failure == Failure {
    combineLatest(other).map { transform($0.0, $0.1) }
  }

  public func zip<P: Publisher>(_ other: P) -> AnyPublisher<(Output, P.Output), Failure> where P.Failure == Failure {
    Publishers.pairing(self, other, inStep: true)
  }

  /// Shares one upstream subscription among all subscribers. It starts with the first and ends with the last.
  public func share() -> AnyPublisher<Output, Failure> {
    let audience = SubscriberList<Output, Failure>()
    let shared = Locked((count: 0, upstream: AnyCancellable?.none))
    return AnyPublisher { relay in
      let listener = audience.add(relay)
      let isFirst = shared.withLock { shared in
        shared.count += 1
        return shared.count == 1
      }
      if isFirst {
        let upstream = self.relay(to: Relay(value: audience.send, completion: audience.send(completion:)))
        shared.withLock { $0.upstream = upstream }
      }
      return AnyCancellable {
        listener.cancel()
        let upstream = shared.withLock { shared in
          shared.count -= 1
          defer { if shared.count == 0 { shared.upstream = nil } }
          return shared.count == 0 ? shared.upstream : nil
        }
        upstream?.cancel()
      }
    }
  }

  // MARK: -

  private func joining<P: Publisher>(
    latestOnly: Bool, _ transform: @escaping (Output) -> P
  ) -> AnyPublisher<P.Output, Failure> where P.Failure == Failure {
    AnyPublisher { relay in
      // The running inner publishers, and whether the outer one has completed.
      let state = Locked((running: [Int: AnyCancellable](), next: 0, isOuterOver: false))
      func finishIfOver() {
        if state.withLock({ $0.isOuterOver && $0.running.isEmpty }) { relay.completion(.finished) }
      }
      let outer = self.relay(
        to: Relay(
          value: { value in
            let (id, replaced) = state.withLock { state in
              state.next += 1
              let replaced = latestOnly ? Array(state.running.values) : []
              if latestOnly { state.running = [:] }
              state.running[state.next] = AnyCancellable {}
              return (state.next, replaced)
            }
            for inner in replaced { inner.cancel() }
            let inner = transform(value).relay(
              to: Relay(
                value: relay.value,
                completion: { completion in
                  state.withLock { $0.running[id] = nil }
                  if case .failure = completion { relay.completion(completion) } else { finishIfOver() }
                }))
            state.withLock { if $0.running[id] != nil { $0.running[id] = inner } }
          },
          completion: { completion in
            state.withLock { $0.isOuterOver = true }
            if case .failure = completion { relay.completion(completion) } else { finishIfOver() }
          }))
      return AnyCancellable {
        outer.cancel()
        for inner in state.withLock({ $0.running.values }) { inner.cancel() }
      }
    }
  }
}

extension Publishers {
  static func merging<Output, Failure>(
    _ publishers: [AnyPublisher<Output, Failure>]
  ) -> AnyPublisher<Output, Failure> {
    publishers.publisher.setFailureType(to: Failure.self).flatMap { $0 }
  }

  /// Publishes pairs of the latest values or, with `inStep`, pairs of values with equal positions.
  static func pairing<A: Publisher, B: Publisher>(
    _ first: A, _ second: B, inStep: Bool
  ) -> AnyPublisher<(A.Output, B.Output), A.Failure> where A.Failure == B.Failure {
    AnyPublisher { relay in
      let state = Locked((first: [A.Output](), second: [B.Output](), ended: 0, isOver: false))
      func pair() {
        let pair = state.withLock { state -> (A.Output, B.Output)? in
          guard let first = inStep ? state.first.first : state.first.last,
            let second = inStep ? state.second.first : state.second.last
          else { return nil }
          if inStep {
            state.first.removeFirst()
            state.second.removeFirst()
          } else {
            (state.first, state.second) = ([first], [second])
          }
          return (first, second)
        }
        if let pair { relay.value(pair) }
      }
      func end(_ completion: Subscribers.Completion<A.Failure>) {
        let isLast = state.withLock { state in
          state.ended += 1
          var isLast = inStep || state.ended == 2
          if case .failure = completion { isLast = true }
          defer { state.isOver = state.isOver || isLast }
          return isLast && !state.isOver
        }
        if isLast { relay.completion(completion) }
      }
      let one = first.relay(
        to: Relay(
          value: { value in
            state.withLock { $0.first.append(value) }
            pair()
          }, completion: end))
      let two = second.relay(
        to: Relay(
          value: { value in
            state.withLock { $0.second.append(value) }
            pair()
          }, completion: end))
      return AnyCancellable {
        one.cancel()
        two.cancel()
      }
    }
  }

  /// Publishes pairs of the latest values of two publishers, once both have sent one.
  public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure
    public let a: A
    public let b: B

    public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      Publishers.pairing(a, b, inStep: false).receive(subscriber: subscriber)
    }
  }

  public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where A.Failure == B.Failure, B.Failure == C.Failure {
    public typealias Output = (A.Output, B.Output, C.Output)
    public typealias Failure = A.Failure
    public let a: A
    public let b: B
    public let c: C

    public init(_ a: A, _ b: B, _ c: C) { (self.a, self.b, self.c) = (a, b, c) }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      Publishers.pairing(Publishers.pairing(a, b, inStep: false), c, inStep: false)
        .map { ($0.0.0, $0.0.1, $0.1) }.receive(subscriber: subscriber)
    }
  }

  /// Publishes pairs of values with equal positions in two publishers.
  public struct Zip<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure
    public let a: A
    public let b: B

    public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      Publishers.pairing(a, b, inStep: true).receive(subscriber: subscriber)
    }
  }

  /// Publishes the values of two publishers in the order in which they arrive.
  public struct Merge<A: Publisher, B: Publisher>: Publisher where A.Output == B.Output, A.Failure == B.Failure {
    public typealias Output = A.Output
    public typealias Failure = A.Failure
    public let a: A
    public let b: B

    public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      Publishers.merging([a.eraseToAnyPublisher(), b.eraseToAnyPublisher()]).receive(subscriber: subscriber)
    }
  }

  /// Publishes the values of any number of publishers in the order in which they arrive.
  public struct MergeMany<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let publishers: [Upstream]

    public init(_ upstream: Upstream...) { publishers = upstream }

    public init(_ upstream: some Sequence<Upstream>) { publishers = Array(upstream) }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      Publishers.merging(publishers.map { $0.eraseToAnyPublisher() }).receive(subscriber: subscriber)
    }
  }
}
