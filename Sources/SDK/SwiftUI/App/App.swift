// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The main type of the family's app.
@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}

/// A part of an app's user interface. Windows are the only scenes.
@MainActor @preconcurrency
public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

@resultBuilder
public enum SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }

  /// Builds several scenes. Only the first one is displayed.
  public static func buildBlock<First: Scene, each Other: Scene>(
    _ first: First, _ other: repeat each Other
  ) -> First {
    first
  }
}

/// The app's window. The host displays one window.
public struct WindowGroup<Content: View> {
  let content: Content
  let title: Text?

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
    title = nil
  }

  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.content = content()
    title = Text(titleKey)
  }

  public init(id: String, @ViewBuilder content: () -> Content) { self.init(content: content) }
}

extension WindowGroup: WindowScene {
  public var body: Never { preconditionFailure("A window group has no body. Its content is resolved instead.") }

  package var root: any View { content }
  package var heading: Text? { title }
}

/// A scene with a view tree.
@MainActor
package protocol WindowScene: Scene {
  var root: any View { get }
  var heading: Text? { get }
}
