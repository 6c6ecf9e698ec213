// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

/// Sources of widgets and Focus filters that are easily taken wrong, each given to the compiler (`widgets.md`).
@Suite struct SourceTrapTests {
  private func filter(title: String = "static let title", members: String = "", result: String = ".result()") -> String
  {
    """
    import AppIntents

    struct Mute: SetFocusFilterIntent {
      \(title): LocalizedStringResource = "Mute an account"
      @Parameter(title: "Account") var account: String?
      var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "Mute") }
      \(members)
      func perform() async throws -> some IntentResult { \(result) }
    }
    """
  }

  @Test func `a title that is a static variable builds in mode 5 only, a constant in both`() throws {
    for mode in [5, 6] {
      let constant = try TypeCheck(filter(), mode: mode)
      #expect(constant.errors.isEmpty, "\(constant.errors)")
    }
    let variable = try TypeCheck(filter(title: "static var title"), mode: 5)
    #expect(variable.errors.isEmpty, "\(variable.errors)")
    let refused = try TypeCheck(filter(title: "static var title"), mode: 6)
    #expect(refused.errors.first?.contains("static property 'title' is not concurrency-safe") == true)
  }

  @Test func `an intent without perform and without a display representation builds`() throws {
    let source = """
      import AppIntents

      struct Plain: SetFocusFilterIntent {
        static let title: LocalizedStringResource = "Plain"
      }
      """
    let plain = try TypeCheck(source, mode: 6)
    #expect(plain.errors.isEmpty, "\(plain.errors)")
  }

  @Test func `an app context is not a result of perform`() throws {
    let context = "var appContext: FocusFilterAppContext { FocusFilterAppContext(notificationFilterPredicate: nil) }"
    let member = try TypeCheck(filter(members: context), mode: 6)
    #expect(member.errors.isEmpty, "\(member.errors)")
    let result = try TypeCheck(filter(members: context, result: ".result(appContext: appContext)"), mode: 6)
    #expect(!result.errors.isEmpty)
  }

  @Test func `a badge is an integer`() throws {
    func source(_ type: String) -> String {
      """
      import UserNotifications

      func set(_ count: \(type)) async throws { try await UNUserNotificationCenter.current().setBadgeCount(count) }
      """
    }
    let signed = try TypeCheck(source("Int"), mode: 6)
    #expect(signed.errors.isEmpty, "\(signed.errors)")
    let unsigned = try TypeCheck(source("UInt"), mode: 6)
    #expect(unsigned.errors.contains { $0.contains("'UInt'") && $0.contains("'Int'") }, "\(unsigned.errors)")
  }

  @Test func `a view of UIKit in a widget is an error that names the protocol`() throws {
    let source = """
      import SwiftUI
      import UIKit
      import WidgetKit

      struct Map: UIViewRepresentable {
        func makeUIView(context: Context) -> UIView { UIView() }
        func updateUIView(_ view: UIView, context: Context) {}
      }
      """
    let refused = try TypeCheck(source, mode: 5)
    #expect(refused.errors.contains { $0.contains("'UIViewRepresentable'") }, "\(refused.errors)")
  }
}
