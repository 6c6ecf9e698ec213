// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
public import Foundation
import FoundationShims

nonisolated extension View {
  /// Sets the background of a widget. Elsewhere it has no effect: a report draws its own background.
  public func containerBackground(_ style: some ShapeStyle, for container: ContainerBackgroundPlacement) -> some View {
    containerBackground(for: container) { Rectangle().fill(style) }
  }

  public func containerBackground(
    for container: ContainerBackgroundPlacement, alignment: Alignment = .center, @ViewBuilder content: () -> some View
  ) -> some View {
    ContainerBackground(content: self, background: content(), container: container)
  }

  /// Sets the URL that a tap on the widget opens in the app. If several views set one, that of the outermost counts
  /// (WIDGET-W34).
  public func widgetURL(_ url: URL?) -> some View {
    noting { context in
      guard let url, context.session.destination == .widget else { return }
      guard context.session.widgetURL == nil else {
        context.session.diagnose("widgetURL.repeated", "Several views have a widgetURL; that of the outermost counts.")
        return
      }
      context.session.widgetURL = url.absoluteString
    }
  }

  /// Has no effect, because widgets are drawn in full colour.
  public func widgetAccentable(_ accentable: Bool = true) -> some View { self }

  /// Has no effect, because nothing here bends text along a border.
  public func widgetLabel(_ titleKey: LocalizedStringKey) -> some View { self }

  @_disfavoredOverload
  public func widgetLabel(_ title: some StringProtocol) -> some View { self }

  public func widgetLabel(@ViewBuilder label: () -> some View) -> some View { self }
  public func widgetCurvesContent(_ curvesContent: Bool = true) -> some View { self }
}

extension Image {
  /// Has no effect, because widgets are drawn in full colour.
  public func widgetAccentedRenderingMode(_ mode: WidgetAccentedRenderingMode?) -> Image { self }
}

public struct WidgetAccentedRenderingMode: Hashable, Sendable {
  let word: String
  public static let accented = WidgetAccentedRenderingMode(word: "accented")
  public static let accentedDesaturated = WidgetAccentedRenderingMode(word: "accentedDesaturated")
  public static let desaturated = WidgetAccentedRenderingMode(word: "desaturated")
  public static let fullColor = WidgetAccentedRenderingMode(word: "fullColor")
}

/// The container of a background.
public struct ContainerBackgroundPlacement: Hashable, Sendable {
  let word: String
  public static let widget = ContainerBackgroundPlacement(word: "widget")
  public static let navigation = ContainerBackgroundPlacement(word: "navigation")
  public static let tabView = ContainerBackgroundPlacement(word: "tabView")
}

/// A view that also draws the background of its widget.
struct ContainerBackground<Content: View, Background: View> {
  let content: Content
  let background: Background
  let container: ContainerBackgroundPlacement
}

extension ContainerBackground: PrimitiveView {
  func resolve(in context: ResolveContext) -> [TreeNode] {
    let session = context.session
    if container == .widget, session.destination == .widget, session.containerBackground == nil,
      context.environment.showsWidgetContainerBackground
    {
      session.containerBackground = context.entering(1).inStack.resolveOne(background, stackedIn: "zstack").wire
    }
    return context.entering(0).resolve(content)
  }

  var share: Int { ResolveContext.share(of: content) }
}

/// An intent in a button or a toggle: its name and values for the host, and the code for an app's own window.
package struct ControlIntent {
  package var name: String
  package var parameters: [ParameterValue]
  package var act: @MainActor () -> Void

  package init(name: String, parameters: [ParameterValue], act: @escaping @MainActor () -> Void) {
    self.name = name
    self.parameters = parameters
    self.act = act
  }
}

extension NSUserActivity {
  /// The activity of a tap on a widget: its type is the kind, and the user info names kind and size.
  convenience init(tap: ContinuedActivity) {
    self.init(activityType: tap.kind)
    userInfo = ["WGWidgetUserInfoKeyKind": tap.kind, "WGWidgetUserInfoKeyFamily": tap.size.rawValue]
  }
}
