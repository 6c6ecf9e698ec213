// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Objects that intents and queries need, by their types. The program registers them when it starts.
public final class AppDependencyManager: Sendable {
  public static let shared = AppDependencyManager()

  private let made = Mutex<[ObjectIdentifier: any Sendable]>([:])
  private let makers = Mutex<[ObjectIdentifier: @Sendable () -> any Sendable]>([:])

  public init() {}

  public func add<Dependency: Sendable>(
    key: AnyHashable? = nil, dependency make: @autoclosure @escaping @Sendable () -> Dependency
  ) {
    makers.withLock { $0[ObjectIdentifier(Dependency.self)] = make }
  }

  public func add<Dependency: Sendable>(
    key: AnyHashable? = nil, dependencyProvider make: @escaping @Sendable () -> Dependency
  ) {
    makers.withLock { $0[ObjectIdentifier(Dependency.self)] = make }
  }

  /// The object, which is made at its first use.
  func object<Dependency: Sendable>(of type: Dependency.Type) -> Dependency? {
    let key = ObjectIdentifier(type)
    if let object = made.withLock({ $0[key] }) as? Dependency { return object }
    guard let make = makers.withLock({ $0[key] }), let object = make() as? Dependency else { return nil }
    made.withLock { $0[key] = object }
    return object
  }
}

/// An object from the dependency manager.
@propertyWrapper
public struct AppDependency<Value: Sendable>: Sendable {
  private let fallback: (@Sendable () -> Value)?

  public init(key: AnyHashable? = nil, manager: AppDependencyManager = .shared) { fallback = nil }

  public init(
    key: AnyHashable? = nil, manager: AppDependencyManager = .shared, default fallback: @escaping @Sendable () -> Value
  ) {
    self.fallback = fallback
  }

  /// Reading an object that nobody added ends the program, as on iOS.
  public var wrappedValue: Value {
    if let value = AppDependencyManager.shared.object(of: Value.self) ?? fallback?() { return value }
    preconditionFailure("No object of type \(Value.self) was added to AppDependencyManager; add it before it is used.")
  }
}

extension EntityQuery {
  public typealias Dependency<Value: Sendable> = AppDependency<Value>
}
