// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A type that sends values over time and may then complete.
///
/// ### On Linux
/// There is no backpressure: every subscriber's demand is treated as unlimited.
public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

extension Publisher {
  public func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
    receive(subscriber: subscriber)
  }

  /// Sends all values and the completion to a subject.
  public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable where S.Output == Output, S.Failure == Failure {
    sink { completion in
      subject.send(completion: completion)
    } receiveValue: { value in
      subject.send(value)
    }
  }
}

/// A type that receives values from a publisher.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  associatedtype Input
  associatedtype Failure: Error

  func receive(subscription: any Subscription)
  func receive(_ input: Input) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Failure>)
}

/// The connection between a publisher and a subscriber.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  func request(_ demand: Subscribers.Demand)
}

/// A type with an identifier for distinguishing subscribers and subscriptions.
public protocol CustomCombineIdentifierConvertible {
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}

public struct CombineIdentifier: Hashable, Sendable {
  private let object: ObjectIdentifier

  public init(_ object: AnyObject) { self.object = ObjectIdentifier(object) }
}

/// A namespace for types related to subscribers.
public enum Subscribers {
  /// The number of values that a subscriber requests. It is accepted but not enforced.
  public struct Demand: Hashable, Comparable, Sendable {
    let count: Int?
    public static let unlimited = Demand(count: nil)
    public static let none = Demand(count: 0)
    public static func max(_ value: Int) -> Demand { Demand(count: value) }

    public static func < (left: Demand, right: Demand) -> Bool { (left.count ?? .max) < (right.count ?? .max) }
  }

  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}

extension Subscribers.Completion: Sendable where Failure: Sendable {}
extension Subscribers.Completion: Equatable where Failure: Equatable {}

/// Namespaces in Apple's API that sources extend.
public enum Publishers {}
public enum Subscriptions {}
