// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
public import SwiftUI

/// The list in which a person chooses applications, categories and web domains.
///
/// ### On Linux
/// The list itself is a surface of the host (T8). In the window stands a button that opens it.
public struct FamilyActivityPicker: View {
  private let header: String?
  private let footer: String?
  private let selection: Binding<FamilyActivitySelection>
  @State private var isPresented = false

  /// A picker without words of the author's around the list.
  public init(selection: Binding<FamilyActivitySelection>) { self.init(headerText: nil, selection: selection) }

  /// - Parameters:
  ///   - headerText: above the list, and `footerText` below it; nil shows none.
  ///   - selection: changed when the person is done, never while choosing (T8).
  public init(headerText: String? = nil, footerText: String? = nil, selection: Binding<FamilyActivitySelection>) {
    header = headerText
    footer = footerText
    self.selection = selection
  }

  /// The place where the host draws the picker.
  public var body: some View {
    Button("Choose Activities") { isPresented = true }
      .familyActivityPicker(
        headerText: header, footerText: footer, isPresented: $isPresented, selection: selection)
  }
}

nonisolated extension View {
  /// Lets the person choose while `isPresented` is true; the host sets it back when the person is done (T8).
  public func familyActivityPicker(
    isPresented: Binding<Bool>, selection: Binding<FamilyActivitySelection>
  ) -> some View {
    familyActivityPicker(
      title: nil, headerText: nil, footerText: nil, isPresented: isPresented, selection: selection)
  }

  /// Lets the person choose while `isPresented` is true; the host sets it back when the person is done (T8).
  public func familyActivityPicker(
    headerText: String? = nil, footerText: String? = nil, isPresented: Binding<Bool>,
    selection: Binding<FamilyActivitySelection>
  ) -> some View {
    familyActivityPicker(
      title: nil, headerText: headerText, footerText: footerText, isPresented: isPresented, selection: selection)
  }

  /// Lets the person choose while `isPresented` is true; the host sets it back when the person is done (T8).
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

/// Shows the host's picker; the binding changes once, on confirm. Cancel, time-out and refusal look alike (T8).
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
