// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A publisher that code sends values into.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  func send(_ value: Output)
  func send(completion: Subscribers.Completion<Failure>)
}

extension Subject where Output == Void {
  public func send() { send(()) }
}
