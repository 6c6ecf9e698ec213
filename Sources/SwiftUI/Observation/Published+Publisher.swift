// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Dispatch
public import Foundation

extension Published {
  /// The current value, then each change.
  public struct Publisher {
    private let subscribe: (@escaping (Value) -> Void) -> AnyCancellable

    init(subscribe: @escaping (@escaping (Value) -> Void) -> AnyCancellable) { self.subscribe = subscribe }

    public func sink(receiveValue: @escaping (Value) -> Void) -> AnyCancellable { subscribe(receiveValue) }

    /// Delivers on `scheduler`; a value that arises on the main thread for the main queue is delivered at once.
    public func receive(on scheduler: some Scheduler) -> Publisher {
      let subscribe = subscribe
      return Publisher { receive in
        // SAFETY: the value is handed over once, to the queue that is about to use it.
        subscribe { value in
          nonisolated(unsafe) let deliver = { receive(value) }
          scheduler.deliver { deliver() }
        }
      }
    }

    /// Combine's zoo of operators is not here (`screen-time.md` §1.8); without them code has to say what it compares.
    public func removeDuplicates(by equal: @escaping (Value, Value) -> Bool) -> Publisher {
      let subscribe = subscribe
      return Publisher { receive in
        var last: Value?
        return subscribe { value in
          if let last, equal(last, value) { return }
          last = value
          receive(value)
        }
      }
    }

    /// The values as an asynchronous sequence; it keeps every value that was not yet read.
    public var values: AsyncStream<Value> {
      let subscribe = subscribe
      return AsyncStream { continuation in
        let subscription = subscribe { value in
          // SAFETY: as with Combine's `values`, a value is read by the one task that iterates.
          nonisolated(unsafe) let value = value
          continuation.yield(value)
        }
        continuation.onTermination = { _ in subscription.cancel() }
      }
    }
  }
}

extension Published.Publisher where Value: Equatable {
  public func removeDuplicates() -> Published.Publisher { removeDuplicates(by: ==) }
}

/// A place where values can be delivered: a dispatch queue, an operation queue, a run loop.
public protocol Scheduler {
  /// Runs `action` on this scheduler, at once if the caller is on the main thread and the scheduler is the main one.
  func deliver(_ action: @escaping @Sendable () -> Void)
}

extension DispatchQueue: Scheduler {
  public func deliver(_ action: @escaping @Sendable () -> Void) {
    if self === DispatchQueue.main, Thread.isMainThread { action() } else { async(execute: action) }
  }
}

extension OperationQueue: Scheduler {
  public func deliver(_ action: @escaping @Sendable () -> Void) {
    if self === OperationQueue.main, Thread.isMainThread { action() } else { addOperation(action) }
  }
}

extension RunLoop: Scheduler {
  public func deliver(_ action: @escaping @Sendable () -> Void) { DispatchQueue.main.deliver(action) }
}
