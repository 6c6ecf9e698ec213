// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A value that a scene restores. Windows restore nothing here, so it behaves like `@State`.
@propertyWrapper
public struct SceneStorage<Value>: DynamicProperty {
  private let cell: StateCell<Value>

  public init(wrappedValue: Value, _ key: String) { cell = StateCell(wrappedValue) }

  public init(_ key: String) where Value: ExpressibleByNilLiteral { cell = StateCell(nil) }

  public var wrappedValue: Value {
    get { cell.value }
    nonmutating set { cell.value = newValue }
  }

  public var projectedValue: Binding<Value> {
    let cell = cell
    return Binding(get: { cell.value }, set: { cell.value = $0 })
  }
}

extension SceneStorage: InstallableProperty {
  func install(in context: ResolveContext) { cell.install(in: context) }
}
