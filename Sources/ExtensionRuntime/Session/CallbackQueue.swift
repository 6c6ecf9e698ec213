// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization

/// Hands callbacks from the reader thread to the callback thread, in order.
final class CallbackQueue: Sendable {
  private let items = Mutex<[CallbackRequest]>([])
  private let available = DispatchSemaphore(value: 0)

  func push(_ item: CallbackRequest) {
    items.withLock { $0.append(item) }
    available.signal()
  }

  /// Blocks for the next callback; `nil` after `close`, once the queue is empty.
  func next() -> CallbackRequest? {
    available.wait()
    return items.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  func close() { available.signal() }
}
