// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The closures that want to hear of values, called in order of subscription.
final class Subscribers<Value>: @unchecked Sendable {
  // SAFETY: both members are only used while `lock` is held; closures run after it was released.
  private let lock = NSLock()
  private var next = 0
  private var closures: [(id: Int, receive: (Value) -> Void)] = []

  func add(_ receive: @escaping (Value) -> Void) -> AnyCancellable {
    let id = lock.withLock {
      next += 1
      closures.append((next, receive))
      return next
    }
    return AnyCancellable { [weak self] in self?.remove(id) }
  }

  func send(_ value: Value) {
    for closure in lock.withLock({ closures }) { closure.receive(value) }
  }

  private func remove(_ id: Int) { lock.withLock { closures.removeAll { $0.id == id } } }
}
