// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import HostCore
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// A device whose families' apps answer with effects that a test supplies; no process is started.
final class NotificationBench {
  static let start = Timestamp(milliseconds: UsageLines.midnight)
  static let families = ["homework", "worklog"]

  private let scratch: Scratch
  private let state: String
  let driver: VirtualDriver
  var device: Device { driver.device }
  /// A callback that was sent to a program.
  struct Sent {
    var call: CallID
    var program: String
    var callback: String
    var request: WireValue
  }

  /// Callbacks that were sent and not ended yet, oldest first.
  private(set) var sent: [Sent] = []
  /// Everything that was presented, in order.
  private(set) var presented: [Surface] = []
  /// Everything that was shown, in order.
  private(set) var shown: [PresentedNotification] = []
  /// What went wrong since it was set.
  var record = RunRecord()

  /// - Parameters:
  ///   - requests: the capabilities that the apps ask for. The shell has the smallest runtime to install.
  ///   - extra: further members of those extensions, and `extras` those of the extensions at a point.
  ///   - members: further members of the families.
  ///   - configure: changes the host's configuration.
  ///   - points: the points of further extensions, which have the name of their point in lower case, or the name behind
  ///     it, as in “widget clock”.
  convenience init(
    requests: [String] = ["badge", "notifications"], behaviour: String = "strict", points: [String] = [],
    extra: String = "", extras: [String: String] = [:], family members: String = "",
    configure: @escaping (inout HostConfiguration) -> Void = { _ in }
  ) throws {
    let scratch = Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/bundle", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    let app = try scratch.write("#!/bin/sh\n", to: "bundle/app.sh")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: app)
    let more = points.map { point in
      let words = point.split(separator: " ")
      return """
          , { "name": "\(words[words.count - 1].lowercased())", "point": "\(words[0])", "executable": "app.sh", "interpreter": "/bin/sh", "fitting": "files"\(extra)\(extras[String(words[0])] ?? "") }
        """
    }
    for family in Self.families {
      try scratch.write(
        """
        {
          "manifest": 1, "family": "\(family)", "displayName": "\(family.capitalized)", "version": "1.0",
          "behaviour": "\(behaviour)", "developer": { "name": "Test" },
          "groups": ["group.test.\(family)"], "bundle": "../bundle"\(members),
          "extensions": [
            {
              "name": "monitor", "point": "monitor", "executable": "app.sh", "interpreter": "/bin/sh",
              "fitting": "files", "requests": ["settings"]
            }\(more.joined())
          ],
          "app": {
            "executable": "app.sh", "interpreter": "/bin/sh", "fitting": "files",
            "requests": [\(requests.map { "\"\($0)\"" }.joined(separator: ", "))]
          }
        }

        """, to: "manifests/\(family).json")
    }
    try self.init(scratch, state: scratch.path + "/state", zone: "UTC", configure: configure)
  }

  private let configure: (inout HostConfiguration) -> Void

  private init(
    _ scratch: Scratch, state: String, zone: String, build: String = "",
    configure: @escaping (inout HostConfiguration) -> Void
  ) throws {
    (self.scratch, self.state, self.configure) = (scratch, state, configure)
    let catalog = FamilyCatalog(directories: [scratch.path + "/manifests"], owner: getuid())
    try #require(catalog.refusals.isEmpty, "\(catalog.refusals)")
    var configuration = HostConfiguration(
      stateDirectory: state, outputDirectory: scratch.path + "/pages",
      recordingPath: nil, families: catalog.families, launcherPath: "/bin/false", clock: .virtual, mode: .faithful,
      start: Self.start,
      environment: EnvironmentSnapshot(locale: "en_GB", timeZone: zone, firstWeekday: 2, uses24Hour: true),
      profile: .open, registry: ItemRegistry(), names: [:], answers: PersonAnswers(otherwise: .approved),
      presses: PressScript(buttons: []), seed: 1, reproducibleKeys: true)
    // Nothing is launched, so nothing has to be installed.
    configuration.programs = PlayedPrograms(parts: [:], installation: build)
    configure(&configuration)
    driver = try VirtualDriver(configuration)
    try take(.operator(.starts))
  }

  /// Restarts the host as after a kill at this moment, over a copy of its state.
  ///
  /// - Parameters:
  ///   - build: distinguishes another build of all programs.
  ///   - start: the host's start after a time in which it was down; `nil` if it was never down.
  func killed(
    zone: String = "UTC", build: String = "", locale: String = "en_GB", start: Timestamp? = nil
  ) throws -> NotificationBench {
    let copy = scratch.path + "/state-\(UUID().uuidString)"
    try FileManager.default.copyItem(atPath: state, toPath: copy)
    return try NotificationBench(scratch, state: copy, zone: zone, build: build) { [configure] configuration in
      configure(&configuration)
      configuration.environment.locale = locale
      if let start { configuration.start = start }
    }
  }

  /// The number of transactions that `body` makes.
  func transactions(_ body: () throws -> Void) throws -> Int {
    var count = 0
    driver.facts.store.onTransaction = { moment, _ in if moment == .afterCommit { count += 1 } }
    defer { driver.facts.store.onTransaction = nil }
    try body()
    return count
  }

  @discardableResult
  func take(_ input: DeviceInput) throws -> [DeviceCommand] {
    let commands = try device.take(input)
    record.took(input, commands)
    for case .notify(let notification) in commands { shown.append(notification) }
    for case .present(let surface) in commands { presented.append(surface) }
    for case .perform(let call, let program, let message) in commands {
      let request = try JSONDecoder().decode(WireValue.self, from: try JSONEncoder().encode(message))
      guard case .object(let members) = request, case .string(let callback)? = members["callback"] else { continue }
      sent.append(Sent(call: call, program: program.rawValue, callback: callback, request: request))
    }
    return commands
  }

  /// Passes time without use, stopping where the device stops.
  func pass(seconds: Int64) throws {
    try pass(until: device.now.advanced(by: seconds * 1_000))
  }

  func pass(until end: Timestamp) throws {
    while device.now < end { try take(.time(end)) }
    try take(.time(end))
  }

  /// Takes a callback off the list, because a test ends it itself.
  func forget(_ call: CallID) { sent.removeAll { $0.call == call } }

  /// Answers the oldest callback of this name that is on its way to a family, or to a program by its id.
  ///
  /// - Returns: the verdict's error, if it was refused.
  @discardableResult
  func end(_ callback: String, of family: String = "homework", _ end: CallEnd) throws -> ErrorObject? {
    let index = try #require(
      sent.firstIndex { $0.callback == callback && ($0.program == family || $0.program.hasPrefix(family + ".")) },
      "\(callback) is not on its way: \(sent.map(\.callback))")
    let one = sent.remove(at: index)
    for case .conclude(one.call, let verdict) in try take(.ended(one.call, end)) {
      if case .denied(let error) = verdict { return error }
      if case .malformed(let error) = verdict { return error }
    }
    return nil
  }

  /// Opens a family's app, which answers with effects.
  ///
  /// - Returns: The verdict with the request that the app received.
  @discardableResult
  func reply(_ family: String = "homework", _ effects: WireValue...) throws -> Verdict {
    let opening = try take(.person(PersonAct(.opens(FamilyID(family), stays: false))))
    return try answer(opening, effects)
  }

  struct Verdict {
    var error: ErrorObject?
    var commands: [DeviceCommand]
    var request: String
  }

  /// Answers the callback in `opening`.
  @discardableResult
  func answer(_ opening: [DeviceCommand], _ effects: [WireValue] = []) throws -> Verdict {
    var performed: (CallID, String)?
    for case .perform(let call, _, let message) in opening {
      performed = (call, String(decoding: try JSONEncoder().encode(message), as: UTF8.self))
    }
    let (call, request) = try #require(performed, "no callback is on its way: \(opening)")
    let commands = try take(.ended(call, .replied(["effects": .array(effects)])))
    var error: ErrorObject?
    for case .conclude(call, let verdict) in commands {
      switch verdict {
      case .denied(let refusal), .malformed(let refusal): error = refusal
      case .accepted: break
      }
    }
    return Verdict(error: error, commands: commands, request: request)
  }

  /// Opens a family's app, which asks for authorization and gets it.
  func approve(_ family: String = "homework") throws {
    let opening = try take(.person(PersonAct(.opens(FamilyID(family), stays: false))))
    var call: CallID?
    for case .perform(let performed, _, _) in opening { call = performed }
    let question = QuestionID(try #require(call), 1)
    var prompt: PromptID?
    for case .prompt(let id, _) in try take(
      .asked(question, .request(.authorize(AuthorizeParams(member: .individual)))))
    { prompt = id }
    try take(.person(PersonAct(.answers(try #require(prompt), .said(.approved)))))
    try answer(opening)
    try #require(driver.facts.state.families[FamilyID(family)]?.isApproved == true)
  }

  func own(_ family: String = "homework") -> FamilyNotifications { driver.facts.notifications(of: FamilyID(family)) }

  func ledger(_ kind: LedgerKind, _ family: String = "homework") throws -> Int {
    try driver.facts.ledgerCount(of: kind, FamilyID(family))
  }

  // MARK: - Effects

  static func notification(_ id: String, _ trigger: WireValue? = nil, title: String = "Title") -> WireValue {
    var members: WireObject = [
      "body": "Text", "id": .string(id), "kind": "scheduleNotification", "level": "active", "title": .string(title),
    ]
    if let trigger { members["trigger"] = trigger }
    return .object(members)
  }

  static func after(_ seconds: Int64) -> WireValue { ["afterS": .integer(seconds)] }

  static func at(_ components: WireValue, repeats: Bool = false) -> WireValue {
    ["at": components, "repeats": .bool(repeats)]
  }

  static func cancel(_ ids: [String], of part: String? = nil) -> WireValue {
    var members: WireObject = ["ids": .array(ids.map { .string($0) }), "kind": "cancelNotifications"]
    if let part { members["of"] = .string(part) }
    return .object(members)
  }

  static func badge(_ count: Int64) -> WireValue { ["count": .integer(count), "kind": "setBadgeCount"] }
}
