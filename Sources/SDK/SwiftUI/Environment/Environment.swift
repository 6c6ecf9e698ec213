// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A property wrapper that reads a value from the environment.
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  private let cell = EnvironmentCell()
  private let read: (EnvironmentValues) -> Value?

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { read = { $0[keyPath: keyPath] } }

  public init(_ type: Value.Type) where Value: AnyObject { read = { $0.object(type) } }

  public var wrappedValue: Value {
    guard let value = read(cell.values) else {
      preconditionFailure(
        "environment.missing: no object of type \(Value.self) was set with environment(_:) above this view; set one.")
    }
    return value
  }
}

extension Environment: InstallableProperty {
  func install(in context: ResolveContext) { cell.values = context.environment }
}

/// A property wrapper that reads an object set with `environmentObject(_:)`.
@propertyWrapper
public struct EnvironmentObject<ObjectType: ObservableObject>: DynamicProperty {
  private let cell = EnvironmentCell()

  public init() {}

  public var wrappedValue: ObjectType {
    guard let object = cell.values.object(ObjectType.self) else {
      preconditionFailure(
        "environment.missing: no \(ObjectType.self) was set with environmentObject(_:) above this view; set one.")
    }
    return object
  }

  public var projectedValue: ObservedObject<ObjectType>.Wrapper { .init(object: wrappedValue) }
}

extension EnvironmentObject: InstallableProperty {
  func install(in context: ResolveContext) { cell.values = context.environment }
}

/// The environment at the path of a property wrapper.
final class EnvironmentCell {
  var values = EnvironmentValues()
}
