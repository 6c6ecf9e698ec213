// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A subscriber made of two closures. They are not called after completion or cancellation.
final class ClosureSubscriber<Input, Failure: Error>: Subscriber, Cancellable, @unchecked Sendable {
  // SAFETY: the variables are only used while `lock` is held; closures run after it is released.
  private let lock = NSLock()
  private var subscription: (any Subscription)?
  private var isOver = false
  private let receiveValue: (Input) -> Void
  private let receiveCompletion: (Subscribers.Completion<Failure>) -> Void

  init(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Input) -> Void
  ) {
    self.receiveValue = receiveValue
    self.receiveCompletion = receiveCompletion
  }

  func receive(subscription: any Subscription) {
    let isLate = lock.withLock {
      if !isOver { self.subscription = subscription }
      return isOver
    }
    if isLate { subscription.cancel() } else { subscription.request(.unlimited) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    if !lock.withLock({ isOver }) { receiveValue(input) }
    return .unlimited
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    let wasOver = lock.withLock {
      defer {
        isOver = true
        subscription = nil
      }
      return isOver
    }
    if !wasOver { receiveCompletion(completion) }
  }

  func cancel() {
    let subscription = lock.withLock {
      defer {
        isOver = true
        self.subscription = nil
      }
      return self.subscription
    }
    subscription?.cancel()
  }
}
