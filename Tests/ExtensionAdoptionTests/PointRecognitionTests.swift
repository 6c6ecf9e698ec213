// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Testing

@testable import ExtensionAdoption

/// Which point a folder is meant for, and what is said when its parts disagree.
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
  func `takes the point from identifier and class alike, without a word`(
    base: String, point: ExtensionPoint, identifier: String
  ) throws {
    let recognised = try recognise("class Own: \(base) {}", identifier: identifier, principal: "Own")
    #expect(recognised == PointRecognition(point: point, principal: "Own", notes: []))
  }

  @Test func `trusts the class where the identifier is another point's, and says so`() throws {
    let recognised = try recognise(
      "class Own: ShieldActionDelegate {}", identifier: "com.apple.deviceactivity.monitor-extension", principal: "Own")
    #expect(recognised.point == .shieldAction)
    #expect(recognised.notes.count == 1)
    #expect(recognised.notes.first?.contains("“com.apple.deviceactivity.monitor-extension”") == true)
    #expect(recognised.notes.first?.contains("com.apple.ManagedSettings.shield-action-service") == true)
  }

  @Test func `follows a class of the folder's own up to the base, and starts the last of the line`() throws {
    let recognised = try recognise("class Base: DeviceActivityMonitor {}\nfinal class Own: Base {}")
    #expect(recognised.principal == "Own")
    #expect(recognised.point == .monitor)
  }

  @Test func `says that a principal class is nowhere and which one is taken`() throws {
    let recognised = try recognise(
      "class Own: DeviceActivityMonitor {}", identifier: "com.apple.deviceactivity.monitor-extension",
      principal: "Other")
    #expect(recognised.notes == ["NSExtensionPrincipalClass is “Other”, which no file declares; Own is used instead"])
  }

  @Test func `a report is started by its own main`() throws {
    let recognised = try recognise("@main struct Own: DeviceActivityReportExtension {}")
    #expect(recognised.point == .report)
    #expect(recognised.principal == nil)
  }

  @Test func `says what was looked for where nothing is an extension`() throws {
    let error = #expect(throws: AdoptionError.self) { try recognise("struct Own {}") }
    #expect(error?.description.contains("no Swift file declares a subclass of DeviceActivityMonitor") == true)
    let widget = #expect(throws: AdoptionError.self) {
      try recognise("struct Own {}", identifier: "com.apple.widgetkit-extension")
    }
    #expect(widget?.description.contains("can't be adopted in this release") == true)
  }
}
