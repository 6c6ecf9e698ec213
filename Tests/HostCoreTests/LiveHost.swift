// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import HostCore
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// A host in this process over one family of `shielded.py`, with its events.
final class LiveHost {
  static let editor = Item.application("org.gnome.TextEditor")
  static let start = Timestamp(milliseconds: UsageLines.midnight)

  let scratch: Scratch
  let family: FamilyID
  let host: VirtualDriver
  private let heard: Heard

  /// - Parameters:
  ///   - answers: the answers of the person and the guardian; the first pick is the editor.
  ///   - hasAction: whether the family has a shield action extension instead of a monitor that is never called.
  ///   - look: the family's shield configuration extension, if it has one.
  ///   - controlGroup: a subtree that was delegated to the host.
  ///   - privacy: the flow policy, if it is not the built-in one.
  init(
    _ name: String, answers: PersonAnswers.Family = .init(), policy: AuthorizationPolicy = .init(person: .child),
    hasAction: Bool = true, clock: HostConfiguration.ClockKind = .virtual, look: ShieldKind? = nil,
    controlGroup: String? = nil, privacy: FlowPolicy? = nil, in scratch: Scratch = Scratch()
  ) throws {
    self.scratch = scratch
    family = FamilyID(name)
    try Self.write(name, hasAction: hasAction, look: look, in: scratch)
    let catalog = FamilyCatalog(directories: [scratch.path + "/manifests"], owner: getuid())
    try #require(catalog.refusals.isEmpty, "\(catalog.refusals)")
    var answers = answers
    answers.picks = [.init(applications: [Self.editor.id])]
    var configuration = HostConfiguration(
      stateDirectory: scratch.path + "/state", outputDirectory: nil, recordingPath: scratch.path + "/recording.ndjson",
      families: catalog.families,
      launcherPath: (HostProgram.path as NSString).deletingLastPathComponent + "/sallyport-launch", clock: clock,
      mode: .faithful, start: Self.start,
      environment: EnvironmentSnapshot(locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true),
      profile: .open, registry: ItemRegistry(categories: [Self.editor: .category("6")]), names: [:],
      answers: PersonAnswers(families: [name: answers], otherwise: .approved), presses: PressScript(buttons: []),
      seed: 1,
      reproducibleKeys: true)
    configuration.authorization = policy
    configuration.controlGroup = controlGroup
    configuration.policy = privacy
    if look == .dynamic { configuration.runtimeLibraries = try Self.toolchainLibraries() }
    let heard = Heard()
    host = try VirtualDriver(configuration) { heard.events.append($0) }
    self.heard = heard
  }

  /// The build of the Homework shield: in the sealed sandbox, `compute` needs a static program, and `files` takes a
  /// dynamic one with copies of its libraries.
  enum ShieldKind {
    case staticProgram
    case dynamic

    var program: String {
      switch self {
      case .staticProgram: HostProgram.root + "/.build-extensions/release/HomeworkShield"
      // SwiftPM builds it dynamically linked, like everything else.
      case .dynamic: (HostProgram.path as NSString).deletingLastPathComponent + "/HomeworkShield"
      }
    }
  }

  /// One red pixel.
  private static let logo =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg=="

  /// The directories of the toolchain's runtime libraries, as an operator would name them.
  private static func toolchainLibraries() throws -> [String] {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swiftc", "-print-target-info"]
    process.standardOutput = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let info = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
    let paths = try #require(info["paths"] as? [String: Any])
    return try #require(paths["runtimeLibraryPaths"] as? [String]).map {
      URL(filePath: $0).resolvingSymlinksInPath().path
    }
  }

  func close() throws { try host.close() }

  /// Runs minutes of use of the editor; the first call opens the app.
  func use(minutes: Int64) throws {
    let now = host.facts.state.now
    let end = now.advanced(by: minutes * 60_000)
    try host.run(through: [UseSpan(start: now, end: end, app: Self.editor, isPresent: true)], until: end)
  }

  var state: FamilyState? { host.facts.state.families[family] }

  /// A value that the family's programs noted in their group defaults.
  func note(_ key: String) -> String? {
    guard case .string(let text)? = state?.defaults["group.test.\(family.rawValue)"]?[key] else { return nil }
    return text
  }

  /// The outcomes of a callback, such as `applied reply.ok`, oldest first.
  func endings(of callback: String) throws -> [String] {
    try host.facts.store.read { try $0.deliveryHistory() }.filter { $0.callback == callback }.map {
      $0.settlement.map { "\($0.outcome.rawValue) \($0.reason)" } ?? "owed"
    }
  }

  /// The kinds of the ledger's entries, without those that every opening and every change adds.
  func ledger() throws -> [String] {
    try host.facts.store.read { try $0.ledger() }.map(\.kind).filter {
      !["keyEvent", "widget", "rulesApplied"].contains($0)
    }
  }

  /// The texts of the events of a kind.
  func said(_ kind: HostEvent.Kind) -> [String] { heard.said(kind) }

  /// The details of the events with this kind and text.
  func details(_ kind: HostEvent.Kind, of what: String) -> [String] {
    heard.events.filter { $0.kind == kind && $0.what == what }.map(\.detail)
  }

  /// The reasons for which an extension's processes were started, oldest first; call it after the host is closed.
  func launches(of id: String) throws -> [String] {
    try String(contentsOfFile: scratch.path + "/recording.ndjson", encoding: .utf8).split(separator: "\n")
      .compactMap { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
      .filter { $0["event"] as? String == "launch" && $0["extension"] as? String == id }
      .compactMap { $0["reason"] as? String }
  }

  private static func write(_ name: String, hasAction: Bool, look: ShieldKind?, in scratch: Scratch) throws {
    let program = try String(contentsOfFile: ScriptFamilies.scripts + "/shielded.py", encoding: .utf8)
    let path = try scratch.write(program, to: "bundle/shielded.py")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let run = "\"executable\": \"shielded.py\", \"interpreter\": \"/usr/bin/python3\", \"fitting\": \"files\""
    let point = hasAction ? "shieldAction" : "monitor"
    let other =
      """
      { "name": "other", "point": "\(point)", \(run), "requests": ["settings"],
        "limits": { "startMs": 5000, "deadlineMs": 1500 } }
      """
    let fitting = look == .dynamic ? "files" : "compute"
    let last =
      """
      , { "name": "look", "point": "shieldConfiguration", "executable": "HomeworkShield", "fitting": "\(fitting)",
          "requests": [], "limits": { "startMs": 2000, "deadlineMs": 800 } }
      """
    let target = scratch.path + "/bundle/HomeworkShield"
    if let look, !FileManager.default.fileExists(atPath: target) {
      try #require(
        FileManager.default.isExecutableFile(atPath: look.program),
        "The example extensions are not built; run `make extensions`.")
      try FileManager.default.copyItem(atPath: look.program, toPath: target)
    }
    let logo = try #require(Data(base64Encoded: Self.logo))
    try logo.write(to: URL(filePath: scratch.path + "/bundle/logo.png"))
    try scratch.write(
      """
      {
        "manifest": 1, "family": "\(name)", "displayName": "\(name)", "version": "1.0",
        "developer": { "name": "Test" }, "groups": ["group.test.\(name)"], "bundle": "../bundle",
        "assets": [{ "name": "logo", "path": "logo.png" }],
        "app": {
          \(run), "requests": ["authorization", "picker", "settings"],
          "limits": { "startMs": 10000, "deadlineMs": 5000 }
        },
        "extensions": [\(other)\(look == nil ? "" : last)]
      }

      """, to: "manifests/\(name).json")
  }
}
