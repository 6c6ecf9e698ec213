// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The tie that an `AnyPublisher` gives: it holds what must live, and lets go of it once.
final class RelaySubscription: Subscription, @unchecked Sendable {
  // SAFETY: both members are only used while `lock` is held.
  private let lock = NSLock()
  private var upstream: AnyCancellable?
  private var isOver = false

  var isCancelled: Bool { lock.withLock { isOver } }

  /// What started after the end is let go at once.
  func hold(_ upstream: AnyCancellable) {
    let isLate = lock.withLock {
      if !isOver { self.upstream = upstream }
      return isOver
    }
    if isLate { upstream.cancel() }
  }

  func request(_ demand: Subscribers.Demand) {}

  func cancel() { release()?.cancel() }

  @discardableResult func release() -> AnyCancellable? {
    lock.withLock {
      isOver = true
      defer { upstream = nil }
      return upstream
    }
  }
}
