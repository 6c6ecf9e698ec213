// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
public import SwiftUI

/// A view in which a person selects applications, categories and web domains.
///
/// ### On Linux
/// The host displays the list. The app's window contains a button that opens it.
public struct FamilyActivityPicker: View {
  private let header: String?
  private let footer: String?
  private let selection: Binding<FamilyActivitySelection>
  @State private var isPresented = false

  /// Creates a picker without header and footer text.
  public init(selection: Binding<FamilyActivitySelection>) { self.init(headerText: nil, selection: selection) }

  /// Creates a picker.
  ///
  /// - Parameters:
  ///   - headerText: The text above the list, or `nil` for none.
  ///   - footerText: The text below the list, or `nil` for none.
  ///   - selection: The selection, which changes once, when the person is done.
  public init(headerText: String? = nil, footerText: String? = nil, selection: Binding<FamilyActivitySelection>) {
    header = headerText
    footer = footerText
    self.selection = selection
  }

  /// The button that opens the picker.
  public var body: some View {
    Button("Choose Activities") { isPresented = true }
      .familyActivityPicker(
        headerText: header, footerText: footer, isPresented: $isPresented, selection: selection)
  }
}

nonisolated extension View {
  /// Presents the picker while `isPresented` is true. It becomes false when the person is done.
  public func familyActivityPicker(
    isPresented: Binding<Bool>, selection: Binding<FamilyActivitySelection>
  ) -> some View {
    familyActivityPicker(
      title: nil, headerText: nil, footerText: nil, isPresented: isPresented, selection: selection)
  }

  /// Presents the picker while `isPresented` is true. It becomes false when the person is done.
  public func familyActivityPicker(
    headerText: String? = nil, footerText: String? = nil, isPresented: Binding<Bool>,
    selection: Binding<FamilyActivitySelection>
  ) -> some View {
    familyActivityPicker(
      title: nil, headerText: headerText, footerText: footerText, isPresented: isPresented, selection: selection)
  }

  /// Presents the picker while `isPresented` is true. It becomes false when the person is done.
  public func familyActivityPicker(
    title: String?, headerText: String?, footerText: String?, isPresented: Binding<Bool>,
    selection: Binding<FamilyActivitySelection>
  ) -> some View {
    // SAFETY: the bindings of a window are only used on the main actor, where its views are resolved as well.
    nonisolated(unsafe) let (isPresented, selection) = (isPresented, selection)
    return noting { context in
      guard context.session.destination == .window, isPresented.wrappedValue else { return }
      let current = selection.wrappedValue
      let params = PickParams(
        includeEntireCategory: current.includeEntireCategory, title: title, header: headerText, footer: footerText,
        selection: current.wire)
      context.session.presentations.append(
        Presentation(path: context.path) {
          await pick(params, isPresented: isPresented, selection: selection)
        })
    }
  }
}

/// Shows the host's picker and changes the selection once, on confirmation. The app cannot distinguish a cancellation,
/// a time-out and a refusal (T8).
@MainActor
private func pick(
  _ params: PickParams, isPresented: Binding<Bool>, selection: Binding<FamilyActivitySelection>
) async {
  defer { isPresented.wrappedValue = false }
  guard let session = ExtensionSession.current else { return }
  guard let result: PickResult = try? await session.request(.pick, params) else { return }
  let picked = FamilyActivitySelection(result.selection)
  if picked != selection.wrappedValue { selection.wrappedValue = picked }
}
