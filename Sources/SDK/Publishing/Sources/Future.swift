// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A publisher of a single value that arrives later. Subscribers that subscribe after it arrived receive it too.
public final class Future<Output, Failure: Error>: Publisher, @unchecked Sendable {
  // SAFETY: the subject synchronizes its own access.
  public typealias Promise = (Result<Output, Failure>) -> Void

  private let subject = CurrentValueSubject<Result<Output, Failure>?, Never>(nil)

  /// - Parameter attemptToFulfill: A closure that runs at once. It may call its promise later, on any thread.
  public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
    attemptToFulfill { [subject] result in
      if subject.value == nil { subject.send(result) }
    }
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    AnyPublisher<Output, Failure> { [subject] relay in
      subject.sink { result in
        switch result {
        case .success(let value)?:
          relay.value(value)
          relay.completion(.finished)
        case .failure(let error)?: relay.completion(.failure(error))
        case nil: break
        }
      }
    }.receive(subscriber: subscriber)
  }
}

extension Future where Failure == Never {
  public var value: Output {
    get async {
      for await value in values { return value }
      return await withUnsafeContinuation { (_: UnsafeContinuation<Output, Never>) in }
    }
  }
}
