// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A property wrapper that is connected with its place before a body is evaluated.
public protocol DynamicProperty {
  mutating func update()
}

extension DynamicProperty {
  public mutating func update() {}
}

/// Ours: the wrappers of this module. A wrapper of the author's is searched for these.
@MainActor
protocol InstallableProperty {
  func install(in context: ResolveContext)
}

/// What `@State` and the like keep between two trees of a window (`views.md#what-swiftui-code-does-here`), by place.
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
