// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The subscription of an `AnyPublisher`. It retains the upstream subscription and releases it once.
final class RelaySubscription: Subscription, @unchecked Sendable {
  // SAFETY: both members are only used while `lock` is held.
  private let lock = NSLock()
  private var upstream: AnyCancellable?
  private var isOver = false

  var isCancelled: Bool { lock.withLock { isOver } }

  /// Retains the upstream subscription, or releases it at once if this subscription has already ended.
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
