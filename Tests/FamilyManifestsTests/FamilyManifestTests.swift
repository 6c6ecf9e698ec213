// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import Testing

@Suite struct FamilyManifestTests {
  @Test func `fills in the defaults of each point`() throws {
    let manifest = try FamilyManifest(contents: Array(ManifestFixture.good.utf8), file: "demo.json")
    #expect(manifest.extensions.map(\.id) == ["demo.monitor", "demo.shield", "demo.report"])
    #expect(manifest.behaviour == .strict)
    let report = try #require(manifest.programs(at: .report).first)
    #expect(report.limits.deadlineMs == 2_000)
    #expect(report.limits.startMs == 2_000)
    #expect(report.limits.memoryMiB == 128)
    #expect(report.wire == .fds)
    #expect(report.schemas == [1])
    #expect(manifest.programs(at: .monitor).first?.requests == [.settings])
  }

  @Test func `reads an app, assets, a script and a memory limit`() throws {
    let text = """
      { "manifest": 1, "family": "demo", "displayName": "Demo", "version": "1.0", "developer": { "name": "Somebody" },
        "groups": ["group.org.example.demo"], "bundle": "../.build/release", "behaviour": "appleCompatible",
        "assets": [{ "name": "book", "path": "assets/book.png" }], "urlSchemes": ["demo"], "urlHosts": ["demo.example"],
        "app": { "executable": "Demo", "requests": ["reports", "authorization"] },
        "extensions": [
          { "name": "monitor", "point": "monitor", "executable": "Monitor", "limits": { "memoryMiB": 16 } },
          { "name": "action", "point": "shieldAction", "executable": "action.py", "wire": "stdio",
            "interpreter": "/usr/bin/python3", "interpreterArguments": ["-X", "utf8", "-X", "a b"], "schemas": [1, 2], "requests": ["settings", "monitoring"] }] }
      """
    let manifest = try FamilyManifest(contents: Array(text.utf8), file: "demo.json")
    #expect(manifest.programs.map(\.id) == ["demo.app", "demo.monitor", "demo.action"])
    #expect(manifest.app?.requests == [.authorization, .reports])
    #expect(manifest.assets.map(\.path) == ["assets/book.png"])
    #expect(manifest.behaviour == .appleCompatible)
    #expect(manifest.extensions.map(\.limits.memoryMiB) == [16, 64])
    let action = try #require(manifest.programs(at: .shieldAction).first)
    #expect(action.wire == .stdio)
    #expect(action.interpreter == "/usr/bin/python3")
    #expect(action.interpreterArguments == ["-X", "utf8", "-X", "a b"])
    #expect(action.chosenStart == "its action as /usr/bin/python3 -X utf8 -X “a b” action.py")
    #expect(manifest.extensions.first?.chosenStart == nil)
    #expect(action.schemas == [1, 2])
    #expect(action.requests == [.monitoring, .settings])
  }

  @Test(arguments: ["", #", "extensions": []"#])
  func `reads an app without extensions, and refuses a family with neither`(extensions: String) throws {
    func manifest(_ app: String) throws -> FamilyManifest {
      let text = #"""
        { "manifest": 1, "family": "demo", "displayName": "Demo", "version": "1.0",
          "developer": { "name": "Somebody" }, "groups": ["group.org.example.demo"], "bundle": "."\#(app)\#(extensions) }
        """#
      return try FamilyManifest(contents: Array(text.utf8), file: "demo.json")
    }
    #expect(try manifest(#", "app": { "executable": "Demo" }"#).programs.map(\.id) == ["demo.app"])
    #expect {
      try manifest("")
    } throws: {
      "\($0)".contains("demo.json: /extensions: a family without an app has at least one extension")
    }
  }

  /// One kind of bad input: the replaced text, its replacement, and the expected sentence.
  struct Row: Sendable, CustomTestStringConvertible {
    var old: String
    var new: String
    var sentence: String
    var testDescription: String { sentence }
  }

  @Test(arguments: [
    Row(old: #""version": "1.0","#, new: "", sentence: #"demo.json: lacks “version”"#),
    Row(old: #", "executable": "Shield""#, new: "", sentence: "demo.json: /extensions/1: lacks “executable”"),
    Row(
      old: #""name": "Somebody""#, new: #""name": "Somebody", "mail": "x""#,
      sentence: "demo.json: /developer/mail: “mail” is not a known key; the keys are contact, key, name"),
    Row(
      old: #""displayName": "Demo""#, new: #""displayName": 7"#,
      sentence: "demo.json: /displayName: 7 is not a string"),
    Row(
      old: #""displayName": "Demo""#, new: #""displayName": null"#,
      sentence: "demo.json: /displayName: null is not a string"),
    Row(
      old: #"["group.org.example.demo"]"#, new: #""group.org.example.demo""#,
      sentence: "demo.json: /groups: “group.org.example.demo” is not an array"),
    Row(old: #"["group.org.example.demo"]"#, new: "[]", sentence: "demo.json: /groups: 0 elements are not within 1…4"),
    Row(
      old: "group.org.example.demo", new: "org.example.demo",
      sentence: "demo.json: /groups/0: “org.example.demo” is not a group name (group.[A-Za-z0-9.-]{1,58})"),
    Row(
      old: "2000", new: "60000",
      sentence: "demo.json: /extensions/2/limits/deadlineMs: 60000 is above the ceiling 3000 of point report"),
    Row(
      old: "2000", new: "0", sentence: "demo.json: /extensions/2/limits/deadlineMs: 0 is below 1"),
    Row(
      old: "2000", new: "2000.0",
      sentence: "demo.json: /extensions/2/limits/deadlineMs: 2000.0 is not an integer that the wire format allows"),
    Row(
      old: "2000", new: "99999999999999999999",
      sentence:
        "demo.json: /extensions/2/limits/deadlineMs: 99999999999999999999 is not an integer that the wire format allows"
    ),
    Row(
      old: "\"deadlineMs\": 2000", new: "\"containerMiB\": 9",
      sentence: "demo.json: /extensions/2/limits/containerMiB: 9 is given, but point report has no such limit"),
    Row(
      old: #""name": "monitor""#, new: #""name": "Monitor""#,
      sentence: "demo.json: /extensions/0/name: “Monitor” is not a slug ([a-z][a-z0-9-]{0,31})"),
    Row(
      old: #""family": "demo""#, new: #""family": "other""#,
      sentence: "demo.json: /family: “other” is not the file's name, “demo”"),
    Row(
      old: #""point": "report""#, new: #""point": "monitor""#,
      sentence: "demo.json: /extensions/2/point: “monitor” is given 2 times; 1 is allowed"),
    Row(
      old: #""point": "report""#, new: #""point": "app""#,
      sentence: "demo.json: /extensions/2/point: “app” is declared under “app”, not among the extensions"),
    Row(
      old: #""name": "report""#, new: #""name": "shield""#,
      sentence: "demo.json: /extensions/2/name: “shield” is given twice"),
    Row(
      old: #""executable": "Monitor""#, new: #""executable": "Monitor", "interpreterArguments": ["-u"]"#,
      sentence:
        "demo.json: /extensions/0/interpreterArguments: belongs to a script; name its “interpreter”, or leave it out"),
    Row(
      old: #""executable": "Monitor""#,
      new: #""executable": "Monitor", "interpreter": "/bin/sh", "interpreterArguments": ["-u", "\u001b[2K"]"#,
      sentence:
        "demo.json: /extensions/0/interpreterArguments/1: “·[2K” is not an argument (1–64 printable ASCII characters)"
    ),
    Row(
      old: #""executable": "Monitor""#,
      new:
        #""executable": "Monitor", "interpreter": "/bin/sh", "interpreterArguments": ["\#(String(repeating: "x", count: 65))"]"#,
      sentence:
        "demo.json: /extensions/0/interpreterArguments/0: “\(String(repeating: "x", count: 48))…” is not an argument (1–64 printable ASCII characters)"
    ),
    Row(
      old: #""executable": "Monitor""#,
      new:
        #""executable": "Monitor", "interpreter": "/bin/sh", "interpreterArguments": ["1","2","3","4","5","6","7","8","9"]"#,
      sentence: "demo.json: /extensions/0/interpreterArguments: 9 elements are not within 0…8"),
    Row(
      old: #""executable": "Monitor""#, new: #""executable": "../Monitor""#,
      sentence:
        "demo.json: /extensions/0/executable: “../Monitor” is not a relative path below the bundle without “..” or a leading “-”"
    ),
    Row(
      old: #""executable": "Monitor""#, new: #""executable": "/bin/sh""#,
      sentence:
        "demo.json: /extensions/0/executable: “/bin/sh” is not a relative path below the bundle without “..” or a leading “-”"
    ),
    Row(
      old: #"["settings"]"#, new: #"["picker"]"#,
      sentence:
        "demo.json: /extensions/0/requests/0: “picker” is beyond the ceiling of point monitor; it may request "
        + PointRules.rules(for: .monitor).capabilities.map(\.rawValue).joined(separator: ", ")),
    Row(
      old: #""executable": "Shield""#, new: #""executable": "Shield", "requests": ["settings"]"#,
      sentence:
        "demo.json: /extensions/1/requests/0: “settings” is beyond the ceiling of point shieldConfiguration, which may request nothing"
    ),
    Row(
      old: #""executable": "Monitor""#, new: #""executable": "Monitor", "containerCopy": true, "fitting": "files""#,
      sentence: "demo.json: /extensions/0/containerCopy: belongs to a sealed point; this is point monitor"),
    Row(
      old: #""executable": "Shield""#, new: #""executable": "Shield", "containerCopy": true, "fitting": "files""#,
      sentence:
        "demo.json: /extensions/1/containerCopy: this version makes no copies of containers; leave it out"),
    Row(
      old: #""version": "1.0""#, new: #""version": "1.0", "version": "2.0""#,
      sentence: "demo.json: /version: “version” is given twice in one object"),
    Row(
      old: #""manifest": 1"#, new: #""manifest": 2"#,
      sentence: "demo.json: /manifest: 2 is not a manifest format that this host supports; it supports 1"),
  ])
  func `refuses a malformed manifest with one sentence`(_ row: Row) {
    #expect(ManifestFixture.refusals(replacing: row.old, with: row.new) == [row.sentence])
  }

  @Test func `collects all faults in file order, each with its line`() throws {
    let text = ManifestFixture.good.replacingOccurrences(of: "\"version\": \"1.0\"", with: "\"version\": \"?\"")
      .replacingOccurrences(of: "\"../bundle\"", with: "9").replacingOccurrences(of: "2000", with: "3001")
    let refusal = #expect(throws: FamilyManifest.Refusal.self) {
      try FamilyManifest(contents: Array(text.utf8), file: "demo.json")
    }
    #expect(refusal?.diagnostics.map(\.pointer) == ["/version", "/bundle", "/extensions/2/limits/deadlineMs"])
    #expect(refusal?.diagnostics.map(\.line) == [2, 5, 9])
  }

  @Test func `the capability ceilings equal the wire's`() {
    for point in ExtensionPoint.allCases {
      let rules = PointRules.rules(for: point)
      #expect(
        rules.capabilities
          == Capability.allCases.filter { $0.isOpen(to: point) }
          .sorted { $0.rawValue < $1.rawValue })
      #expect(point.isSealed == rules.capabilities.isEmpty)
    }
  }

  @Test(arguments: [
    (
      "com.apple.deviceactivity.monitor-extension",
      "“com.apple.deviceactivity.monitor-extension” is Apple's identifier; a manifest calls the point “monitor”"
    ),
    (
      "com.apple.ManagedSettingsUI.shield-action-service",
      "“com.apple.ManagedSettingsUI.shield-action-service” is not Apple's identifier "
        + "“com.apple.ManagedSettings.shield-action-service”; a manifest calls the point “shieldAction”"
    ),
    (
      "monitors",
      "“monitors” is not one of app, focusFilter, monitor, report, shieldAction, shieldConfiguration, widget"
    ),
  ])
  func `names the field and the right value for a wrong point (§8.16)`(point: String, sentence: String) {
    let refusals = ManifestFixture.refusals(replacing: #""point": "report""#, with: "\"point\": \"\(point)\"")
    #expect(refusals == ["demo.json: /extensions/2/point: \(sentence)"])
  }
}
