// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What has no meaning in a picture that is drawn once: accepted, without effect (`views.md` §5).
nonisolated extension View {
  public func contentShape(_ shape: some Shape, eoFill: Bool = false) -> some View { self }
  public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> some View { self }
  public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> some View { self }
  public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View { self }
  public func animation(_ animation: Animation?) -> some View { self }
  public func animation(_ animation: Animation?, value: some Equatable) -> some View { self }
  public func transition(_ transition: AnyTransition) -> some View { self }
  public func drawingGroup(opaque: Bool = false) -> some View { self }
  public func compositingGroup() -> some View { self }
  public func zIndex(_ value: Double) -> some View { self }
  public func id(_ id: some Hashable) -> some View { self }
  public func tag(_ tag: some Hashable) -> some View { Tagged(content: self, tag: AnyHashable(tag)) }
  public func allowsHitTesting(_ enabled: Bool) -> some View { self }
  public func navigationBarTitleDisplayMode(_ mode: NavigationBarItem.TitleDisplayMode) -> some View { self }
  public func navigationViewStyle(_ style: some NavigationViewStyle) -> some View { self }
  public func listRowInsets(_ insets: EdgeInsets?) -> some View { self }
  public func listRowBackground(_ view: (some View)?) -> some View { self }
  public func listRowSeparator(_ visibility: Visibility, edges: VerticalEdge.Set = .all) -> some View { self }
  public func scrollContentBackground(_ visibility: Visibility) -> some View { self }
  public func controlSize(_ size: ControlSize) -> some View { self }
  public func imageScale(_ scale: Image.Scale) -> some View { self }
  public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View { self }
  public func previewDisplayName(_ name: String?) -> some View { self }
  public func previewDevice(_ device: PreviewDevice?) -> some View { self }
  public func sheet(isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, content: () -> some View) -> some View {
    dropped("sheet")
  }
  public func alert(_ title: LocalizedStringKey, isPresented: Binding<Bool>, actions: () -> some View) -> some View {
    dropped("alert")
  }
  public func alert(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>, actions: () -> some View, message: () -> some View
  ) -> some View {
    dropped("alert")
  }
  public func toolbar(content: () -> some View) -> some View { dropped("toolbar") }
  public func refreshable(action: @escaping () async -> Void) -> some View { dropped("refreshable") }

  public func navigationTitle(_ title: Text) -> some View {
    noting { context in if context.session.title == nil { context.session.title = title.plain(in: context) } }
  }

  public func navigationTitle(_ key: LocalizedStringKey) -> some View { navigationTitle(Text(key)) }

  @_disfavoredOverload
  public func navigationTitle(_ title: some StringProtocol) -> some View { navigationTitle(Text(title)) }

  public func navigationBarTitle(_ key: LocalizedStringKey) -> some View { navigationTitle(Text(key)) }

  /// Counted and listed once for each kind (V26).
  package func dropped(_ name: String) -> some View {
    noting { $0.session.diagnose("view.dropped", "“\(name)” is not shown by a static rendering.") }
  }
}

/// A view that stands for a value in a picker.
struct Tagged<Content: View> {
  let content: Content
  let tag: AnyHashable
}

extension Tagged: PrimitiveView {
  func resolve(in context: ResolveContext) -> [ViewNode] { context.resolve(content) }

  var share: Int { ResolveContext.share(of: content) }
}
