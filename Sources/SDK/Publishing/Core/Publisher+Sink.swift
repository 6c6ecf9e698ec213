// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension Publisher {
  /// Calls the closures until what comes back is cancelled or released.
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    relay(to: Relay(value: receiveValue, completion: receiveCompletion))
  }
}

extension Publisher where Failure == Never {
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }

  /// Writes each value to a property; the object is kept as long as the subscription.
  public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable {
    sink { object[keyPath: keyPath] = $0 }
  }

  /// Writes each value to a published property, as long as that lives.
  public func assign(to published: inout Published<Output>.Publisher) { published.follow(self) }

  /// The values as an asynchronous sequence; it keeps every value that was not yet read.
  public var values: AsyncStream<Output> {
    AsyncStream { continuation in
      let subscription = sink { _ in
        continuation.finish()
      } receiveValue: { value in
        // SAFETY: as with Combine's `values`, a value is read by the one task that iterates.
        nonisolated(unsafe) let value = value
        continuation.yield(value)
      }
      continuation.onTermination = { _ in subscription.cancel() }
    }
  }
}

extension Publisher {
  /// The values as an asynchronous sequence that throws the failure.
  @_disfavoredOverload
  public var values: AsyncThrowingStream<Output, any Error> {
    AsyncThrowingStream { continuation in
      let subscription = sink { completion in
        switch completion {
        case .finished: continuation.finish()
        case .failure(let error): continuation.finish(throwing: error)
        }
      } receiveValue: { value in
        // SAFETY: as above.
        nonisolated(unsafe) let value = value
        continuation.yield(value)
      }
      continuation.onTermination = { _ in subscription.cancel() }
    }
  }
}
