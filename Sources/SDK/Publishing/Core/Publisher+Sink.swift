// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension Publisher {
  /// Calls the closures until the returned object is cancelled or deinitialised.
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

  /// Assigns each value to a property. The subscription retains the object.
  public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable {
    sink { object[keyPath: keyPath] = $0 }
  }

  /// Assigns each value to a published property until the property is deinitialised.
  public func assign(to published: inout Published<Output>.Publisher) { published.follow(self) }

  /// The values as an asynchronous sequence, which buffers values that have not been read.
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
  /// The values as an asynchronous sequence that throws the publisher's failure.
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
