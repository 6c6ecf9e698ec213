// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
public import Foundation
public import FoundationShims
public import Publishing

nonisolated extension View {
  /// Runs the closure once, after the first tree (`views.md#what-swiftui-code-does-here`).
  @preconcurrency
  public func onAppear(perform action: (@MainActor () -> Void)? = nil) -> some View {
    noting { context in
      if let action { context.session.appearances.append(Appearance(path: context.path, work: .action(action))) }
    }
  }

  public func onDisappear(perform action: (@MainActor () -> Void)? = nil) -> some View { self }

  /// Runs the closure like `onAppear`. In an app the reply to the host waits for it; in a report and a widget it gets a
  /// bounded number of turns.
  @preconcurrency
  public func task(
    priority: TaskPriority = .userInitiated, _ action: @escaping @MainActor () async -> Void
  ) -> some View {
    noting { context in
      context.session.appearances.append(Appearance(path: context.path, work: .task(action)))
    }
  }

  @preconcurrency
  public func task(
    id value: some Equatable, priority: TaskPriority = .userInitiated, _ action: @escaping @MainActor () async -> Void
  ) -> some View {
    task(priority: priority, action)
  }

  public func onChange<Value: Equatable>(of value: Value, perform action: @escaping (Value) -> Void) -> some View {
    WatchingView(content: self, value: value) { _, new in action(new) }
  }

  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void
  ) -> some View {
    WatchingView(content: self, value: value, action: action)
  }

  public func onChange(of value: some Equatable, initial: Bool = false, _ action: @escaping () -> Void) -> some View {
    WatchingView(content: self, value: value) { _, _ in action() }
  }

  public func onReceive<Stream: Publisher>(
    _ publisher: Stream, perform action: @escaping (Stream.Output) -> Void
  ) -> some View where Stream.Failure == Never {
    ReceivingView(content: self, publisher: publisher, action: action)
  }

  /// Runs the closure for a tap on a widget that has no URL, whose activity type is the widget's kind.
  @preconcurrency
  public func onContinueUserActivity(
    _ activityType: String, perform action: @escaping @MainActor (NSUserActivity) -> Void
  ) -> some View {
    noting { context in context.session.activityHandlers.append((type: activityType, continue: action)) }
  }

  @preconcurrency
  public func onOpenURL(perform action: @escaping @MainActor (URL) -> Void) -> some View {
    noting { context in context.session.urlHandlers.append(action) }
  }

  @preconcurrency
  public func onTapGesture(count: Int = 1, perform action: @escaping @MainActor () -> Void) -> some View {
    TappableView(content: self, action: action)
  }
}

/// A view that runs a closure if a value differs from that of the previous tree.
struct WatchingView<Content: View, Value: Equatable> {
  let content: Content
  let value: Value
  let action: (Value, Value) -> Void
}

extension WatchingView: PrimitiveView {
  func resolve(in context: ResolveContext) -> [TreeNode] {
    if context.session.destination == .window, let states = context.session.states {
      let last = states.value(at: context.entering("watched").path) { WatchedValue(value) }
      let (old, new) = (last.value, value)
      if old != new {
        last.value = new
        context.session.changes.append { action(old, new) }
      }
    }
    return context.entering(0).resolve(content)
  }

  var share: Int { ResolveContext.share(of: content) }
}

private final class WatchedValue<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }
}

/// A view that subscribes to a publisher for the lifetime of the window.
struct ReceivingView<Content: View, Stream: Publisher> where Stream.Failure == Never {
  let content: Content
  let publisher: Stream
  let action: (Stream.Output) -> Void
}

extension ReceivingView: PrimitiveView {
  func resolve(in context: ResolveContext) -> [TreeNode] {
    // A report or widget is drawn once, so a value published later could not appear.
    if context.session.destination == .window, let states = context.session.states {
      _ = states.value(at: context.entering("received").path) { publisher.sink(receiveValue: action) }
    }
    return context.entering(0).resolve(content)
  }

  var share: Int { ResolveContext.share(of: content) }
}

/// A view that can be tapped in an app's window. Elsewhere the gesture has no effect.
struct TappableView<Content: View> {
  let content: Content
  let action: @MainActor () -> Void
}

extension TappableView: PrimitiveView {
  func resolve(in context: ResolveContext) -> [TreeNode] {
    guard context.session.destination == .window else { return context.resolve(content) }
    return context.resolve(content).map { node in
      context.session.actions.append { _ in action() }
      return TreeNode(
        "control",
        ["form": "button", "action": .integer(Int64(context.session.actions.count)), "child": node.wire])
    }
  }

  var share: Int { ResolveContext.share(of: content) }
}
