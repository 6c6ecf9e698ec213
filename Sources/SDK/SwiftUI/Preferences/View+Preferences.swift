// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

nonisolated extension View {
  public func preference<Key: PreferenceKey>(key: Key.Type = Key.self, value: Key.Value) -> some View {
    PreferenceSetting<Self, Key>(content: self) { $0 = value }
  }

  public func transformPreference<Key: PreferenceKey>(
    _ key: Key.Type = Key.self, _ callback: @escaping (inout Key.Value) -> Void
  ) -> some View {
    PreferenceSetting<Self, Key>(content: self, change: callback)
  }

  /// Runs the closure in a window if the value of the views within differs from that of the previous tree
  /// (`views.md#what-swiftui-code-does-here`).
  public func onPreferenceChange<Key: PreferenceKey>(
    _ key: Key.Type = Key.self, perform action: @escaping (Key.Value) -> Void
  ) -> some View where Key.Value: Equatable {
    PreferenceReading<Self, Key>(content: self, action: action)
  }

  public func overlayPreferenceValue<Key: PreferenceKey>(
    _ key: Key.Type = Key.self, alignment: Alignment = .center,
    @ViewBuilder _ transform: @escaping (Key.Value) -> some View
  ) -> some View {
    PreferenceLayer<Self, Key, _>(content: self, name: "overlay", alignment: alignment, layer: transform)
  }

  public func backgroundPreferenceValue<Key: PreferenceKey>(
    _ key: Key.Type = Key.self, alignment: Alignment = .center,
    @ViewBuilder _ transform: @escaping (Key.Value) -> some View
  ) -> some View {
    PreferenceLayer<Self, Key, _>(content: self, name: "background", alignment: alignment, layer: transform)
  }
}

/// A view that sets a preference, based on the values of the views within.
struct PreferenceSetting<Content: View, Key: PreferenceKey> {
  let content: Content
  let change: (inout Key.Value) -> Void
}

extension PreferenceSetting: PrimitiveView {
  func resolve(in context: ResolveContext) -> [TreeNode] {
    let (nodes, inner) = context.collecting(Key.self) { context.resolve(content) }
    var value = inner ?? Key.defaultValue
    change(&value)
    context.session.preferences.add(value, to: Key.self)
    return nodes
  }

  var share: Int { ResolveContext.share(of: content) }
}

/// A view that reads the preference of the views within.
struct PreferenceReading<Content: View, Key: PreferenceKey> where Key.Value: Equatable {
  let content: Content
  let action: (Key.Value) -> Void
}

extension PreferenceReading: PrimitiveView {
  func resolve(in context: ResolveContext) -> [TreeNode] {
    let (nodes, inner) = context.collecting(Key.self) { context.entering(0).resolve(content) }
    if let inner { context.session.preferences.add(inner, to: Key.self) }
    if let states = context.session.states {
      let new = inner ?? Key.defaultValue
      let last = states.value(at: context.entering("preference").path) { LastPreference<Key.Value>() }
      if last.value != new {
        last.value = new
        context.session.changes.append { action(new) }
      }
    }
    return nodes
  }

  var share: Int { ResolveContext.share(of: content) }
}

private final class LastPreference<Value> {
  var value: Value?
}

/// A view with a layer that depends on the preference of the views within.
struct PreferenceLayer<Content: View, Key: PreferenceKey, Layer: View> {
  let content: Content
  let name: String
  let alignment: Alignment
  let layer: (Key.Value) -> Layer
}

extension PreferenceLayer: PrimitiveView {
  func resolve(in context: ResolveContext) -> [TreeNode] {
    let (nodes, inner) = context.collecting(Key.self) { context.entering(0).resolve(content) }
    if let inner { context.session.preferences.add(inner, to: Key.self) }
    let layer = context.entering(1).resolve(layer(inner ?? Key.defaultValue))
    guard !layer.isEmpty else { return nodes }
    return nodes.map { node in
      var node = node
      node.apply(
        name,
        [
          "node": ResolveContext.joined(layer, in: "zstack").wire,
          "align": alignment == .center ? nil : .string(alignment.word),
        ])
      return node
    }
  }

  var share: Int { ResolveContext.share(of: content) }
}

extension ResolveContext {
  /// The nodes of `body` and its value for the key. Values set before are restored afterwards.
  @MainActor
  func collecting<Key: PreferenceKey>(
    _ key: Key.Type, _ body: () -> [TreeNode]
  ) -> (nodes: [TreeNode], value: Key.Value?) {
    let before = session.preferences.value(of: key)
    session.preferences.set(nil, of: key)
    let nodes = body()
    let value = session.preferences.value(of: key)
    session.preferences.set(before, of: key)
    return (nodes, value)
  }
}
