// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The subscribers of a subject, called in the order of subscription, and the subject's completion.
final class SubscriberList<Output, Failure: Error>: @unchecked Sendable {
  // SAFETY: all members are only used while `lock` is held; subscribers are called after it is released.
  private let lock = NSLock()
  private var next = 0
  private var relays: [(id: Int, relay: Relay<Output, Failure>)] = []
  private var end: Subscribers.Completion<Failure>?

  var isOver: Bool { lock.withLock { end != nil } }

  /// Adds a relay. After completion, the relay receives the completion at once.
  func add(_ relay: Relay<Output, Failure>) -> AnyCancellable {
    let (id, end) = lock.withLock {
      next += 1
      if self.end == nil { relays.append((next, relay)) }
      return (next, self.end)
    }
    if let end { relay.completion(end) }
    return AnyCancellable { [weak self] in self?.remove(id) }
  }

  func send(_ value: Output) {
    for entry in lock.withLock({ relays }) { entry.relay.value(value) }
  }

  func send(completion: Subscribers.Completion<Failure>) {
    let relays = lock.withLock {
      defer {
        end = end ?? completion
        self.relays = []
      }
      return self.relays
    }
    for entry in relays { entry.relay.completion(completion) }
  }

  private func remove(_ id: Int) { lock.withLock { relays.removeAll { $0.id == id } } }
}
