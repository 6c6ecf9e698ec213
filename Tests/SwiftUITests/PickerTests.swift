// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionRuntime
import FamilyControls
import Foundation
import ManagedSettings
import SDKTestSupport
import SwiftUI
import Testing

private final class Choice: @unchecked Sendable {
  // SAFETY: used on the main actor and, after the callback has ended, by the test.
  var selection: FamilyActivitySelection
  var changes = 0
  var isPresented = true

  init(_ selection: FamilyActivitySelection) { self.selection = selection }
}

/// A page that presents the picker at once.
private struct PickPage: View {
  let choice: Choice

  var body: some View {
    Text("Pick")
      .familyActivityPicker(
        title: "Games", headerText: nil, footerText: nil,
        isPresented: Binding(get: { choice.isPresented }, set: { choice.isPresented = $0 }),
        selection: Binding(
          get: { choice.selection },
          set: {
            choice.selection = $0
            choice.changes += 1
          }))
  }
}

@Suite(.timeLimit(.minutes(20))) struct PickerTests {
  private static func token(_ number: UInt8) -> WireToken? {
    WireToken(Data([1, 1, 0, 1] + Array(repeating: 0, count: 19) + [number]).base64EncodedString())
  }

  private static func selection(_ numbers: [UInt8]) -> FamilyActivitySelection {
    FamilyActivitySelection(Selection(applications: numbers.compactMap(token)))
  }

  /// Shows the page to a host that answers the picker, and returns the parameters of the `pick` requests.
  private func pick(_ choice: Choice, _ answer: @escaping (WireValue) -> WireValue) async throws -> [WireValue] {
    let window = await PresentedAppWindow(root: PickPage(choice: choice))
    let host = MemoryHost(AppHandler(window: window))
    defer { host.close() }
    _ = try await host.hello(.app)
    _ = try await host.perform(.activate(ActivateArguments(reason: .launch))) { method, params in
      method == "pick" ? answer(params) : ["tree": 1]
    }
    return host.requests.filter { $0.method == "pick" }.map(\.params)
  }

  @Test func `the binding changes once, when the person confirms (T8)`() async throws {
    let choice = Choice(Self.selection([1]))
    let picked = Self.selection([2, 3])
    let asked = try await pick(choice) { _ in PickResult(selection: picked.wire).wire }
    #expect(choice.selection == picked)
    #expect(choice.changes == 1)
    #expect(!choice.isPresented)
    let params = PickParams(includeEntireCategory: false, title: "Games", selection: Self.selection([1]).wire)
    #expect(asked == [params.wire])
  }

  @Test func `an unchanged selection and an invalid answer change nothing (T8)`() async throws {
    let same = Choice(Self.selection([1]))
    _ = try await pick(same) { _ in PickResult(selection: Self.selection([1]).wire).wire }
    let broken = Choice(Self.selection([1]))
    _ = try await pick(broken) { _ in [:] }
    for choice in [same, broken] {
      #expect(choice.selection == Self.selection([1]))
      #expect(choice.changes == 0)
      #expect(!choice.isPresented)
    }
  }

  @Test func `the items of a selection have its tokens (T7)`() {
    var selection = FamilyActivitySelection(includeEntireCategory: true)
    #expect(selection.includeEntireCategory)
    selection.applicationTokens = Self.selection([1, 2]).applicationTokens
    #expect(Set(selection.applications.compactMap(\.token)) == selection.applicationTokens)
    #expect(selection.applications.count == 2)
    #expect(selection.categories.isEmpty)
    #expect(selection.webDomains.isEmpty)
  }
}
