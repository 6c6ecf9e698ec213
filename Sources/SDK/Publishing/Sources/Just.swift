// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A publisher that sends one value and then completes.
public struct Just<Output>: Publisher {
  public typealias Failure = Never
  public let output: Output

  public init(_ output: Output) { self.output = output }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    AnyPublisher<Output, Never>(sending: [output], end: .finished).receive(subscriber: subscriber)
  }
}

/// A publisher that sends no values and completes at once or never.
public struct Empty<Output, Failure: Error>: Publisher {
  public let completeImmediately: Bool

  public init(completeImmediately: Bool = true) { self.completeImmediately = completeImmediately }

  public init(
    completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type
  ) {
    self.init(completeImmediately: completeImmediately)
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    AnyPublisher<Output, Failure>(sending: [], end: completeImmediately ? .finished : nil)
      .receive(subscriber: subscriber)
  }
}

/// A publisher that fails at once.
public struct Fail<Output, Failure: Error>: Publisher {
  public let error: Failure

  public init(error: Failure) { self.error = error }

  public init(outputType: Output.Type, failure: Failure) { error = failure }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    AnyPublisher<Output, Failure>(sending: [], end: .failure(error)).receive(subscriber: subscriber)
  }
}

/// A publisher that creates its inner publisher for each subscriber.
public struct Deferred<Inner: Publisher>: Publisher {
  public typealias Output = Inner.Output
  public typealias Failure = Inner.Failure
  public let createPublisher: () -> Inner

  public init(createPublisher: @escaping () -> Inner) { self.createPublisher = createPublisher }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    createPublisher().receive(subscriber: subscriber)
  }
}

extension Sequence {
  /// A publisher that sends the elements in order and then completes.
  public var publisher: AnyPublisher<Element, Never> { AnyPublisher(sending: Array(self), end: .finished) }
}

extension AnyPublisher {
  init(sending values: [Output], end: Subscribers.Completion<Failure>?) {
    self.init(start: { relay in
      for value in values { relay.value(value) }
      if let end { relay.completion(end) }
      return AnyCancellable {}
    })
  }
}
