// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A property wrapper that is connected to its path before a body is evaluated.
public protocol DynamicProperty {
  mutating func update()
}

extension DynamicProperty {
  public mutating func update() {}
}

/// A property wrapper of this module. Custom wrappers are searched for these.
@MainActor
protocol InstallableProperty {
  func install(in context: ResolveContext)
}

/// The values that `@State` and similar wrappers keep between two trees of a window, by path
/// (`views.md#what-swiftui-code-does-here`).
@MainActor
package final class StateStore {
  private var values: [ViewPath: AnyObject] = [:]

  nonisolated package init() {}

  func value<Value: AnyObject>(at path: ViewPath, make: () -> Value) -> Value {
    if let value = values[path] as? Value { return value }
    let value = make()
    values[path] = value
    return value
  }
}
