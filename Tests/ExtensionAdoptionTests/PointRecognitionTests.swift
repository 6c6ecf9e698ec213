// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Testing

@testable import ExtensionAdoption

/// The extension point of a folder, and the notes given when its parts disagree.
@Suite struct PointRecognitionTests {
  private func recognise(
    _ text: String, identifier: String? = nil, principal: String? = nil
  ) throws -> PointRecognition {
    var info = ExtensionInfo(identifier: identifier, principalClass: principal)
    info.file = "/a/Info.plist"
    return try PointRecognition(
      [SwiftSource(text, path: "/a/File.swift")], info: info, identifiers: AppleIdentifiers.points, folder: "/a")
  }

  @Test(arguments: [
    ("DeviceActivityMonitor", ExtensionPoint.monitor, "com.apple.deviceactivity.monitor-extension"),
    ("ShieldConfigurationDataSource", .shieldConfiguration, "com.apple.ManagedSettingsUI.shield-configuration-service"),
    ("ShieldActionDelegate", .shieldAction, "com.apple.ManagedSettings.shield-action-service"),
  ])
  func `recognises a point whose identifier and class agree, without a note`(
    base: String, point: ExtensionPoint, identifier: String
  ) throws {
    let recognised = try recognise("class Own: \(base) {}", identifier: identifier, principal: "Own")
    #expect(recognised == PointRecognition(point: point, principal: "Own", notes: []))
  }

  @Test func `prefers the class when the identifier is another point's, and notes it`() throws {
    let recognised = try recognise(
      "class Own: ShieldActionDelegate {}", identifier: "com.apple.deviceactivity.monitor-extension", principal: "Own")
    #expect(recognised.point == .shieldAction)
    #expect(recognised.notes.count == 1)
    #expect(recognised.notes.first?.contains("“com.apple.deviceactivity.monitor-extension”") == true)
    #expect(recognised.notes.first?.contains("com.apple.ManagedSettings.shield-action-service") == true)
  }

  @Test func `follows the folder's own classes up to the base class, and starts the most derived one`() throws {
    let recognised = try recognise("class Base: DeviceActivityMonitor {}\nfinal class Own: Base {}")
    #expect(recognised.principal == "Own")
    #expect(recognised.point == .monitor)
  }

  @Test func `notes a principal class that is not declared, and the class used instead`() throws {
    let recognised = try recognise(
      "class Own: DeviceActivityMonitor {}", identifier: "com.apple.deviceactivity.monitor-extension",
      principal: "Other")
    #expect(recognised.notes == ["NSExtensionPrincipalClass is “Other”, which no file declares; Own is used instead"])
  }

  @Test func `a report starts with its own main`() throws {
    let recognised = try recognise("@main struct Own: DeviceActivityReportExtension {}")
    #expect(recognised.point == .report)
    #expect(recognised.principal == nil)
  }

  @Test func `lists what it searched for when no class is an extension`() throws {
    let error = #expect(throws: AdoptionError.self) { try recognise("struct Own {}") }
    #expect(error?.description.contains("no Swift file declares a subclass of DeviceActivityMonitor") == true)
    let widget = #expect(throws: AdoptionError.self) {
      try recognise("struct Own {}", identifier: "com.apple.widgetkit-extension")
    }
    #expect(widget?.description.contains("its Info.plist says widget") == true)
  }

  @Test func `a widget starts with its bundle, whatever else the folder declares`() throws {
    let sources = "struct Own: Widget {}\nstruct Shared: SetFocusFilterIntent {}\n@main struct All: WidgetBundle {}"
    let recognised = try recognise(sources)
    #expect(recognised.point == .widget && recognised.principal == nil)
    let bare = try recognise("struct Own: Widget {}\nstruct All: WidgetBundle {}")
    #expect(bare.principal == "All")
    #expect(bare.notes.contains("All has no @main, but is started as if it had"))
    let single = try recognise("struct Own: Widget {}", identifier: "com.apple.widgetkit-extension")
    #expect(single.point == .widget && single.principal == "Own")
  }

  @Test func `a Focus filter starts with its extension, or with one that is added`() throws {
    let own = try recognise("@main struct All: AppIntentsExtension {}\nstruct Own: SetFocusFilterIntent {}")
    #expect(own.point == .focusFilter && own.principal == nil)
    let bare = try recognise("struct Own: SetFocusFilterIntent {}", identifier: "com.apple.appintents-extension")
    #expect(bare.point == .focusFilter)
    let entry = EntryFile.text(main: try #require(bare.principal))
    #expect(entry.contains("struct AddedIntentsExtension: AppIntentsExtension {}\n"))
    #expect(entry.hasSuffix("\nAddedIntentsExtension.main()\n"))
  }
}
