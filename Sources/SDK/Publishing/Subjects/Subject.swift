// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A publisher whose values are sent by calling its methods.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  func send(_ value: Output)
  func send(completion: Subscribers.Completion<Failure>)
}

extension Subject where Output == Void {
  public func send() { send(()) }
}
