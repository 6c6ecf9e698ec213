// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import HostCore
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import Testing

@testable import DeviceSimulation

/// A device whose lanes are played by the test: the test receives the commands and decides their results, when and how
/// often.
final class HandDriver {
  struct Call {
    var id: CallID
    var program: ProgramID
    var params: PerformParams
    /// The device's clock when the command was issued.
    var at: Timestamp
  }

  static let start = Timestamp(milliseconds: 1_792_368_000_000)

  let hosted: HostedDevice
  /// All requests, oldest first.
  private(set) var calls: [Call] = []
  /// All requests to sealed points, oldest first.
  private(set) var sealed: [(id: CallID, program: ProgramID)] = []
  private(set) var shields: [PresentedShield] = []
  private(set) var prompts: [PromptID] = []
  private(set) var answers: [QuestionID: Answer] = [:]
  private(set) var verdicts: [CallID: ReplyVerdict] = [:]

  init(families: Int, in directory: String) throws {
    var configuration = HostConfiguration(
      stateDirectory: directory, outputDirectory: nil, recordingPath: nil, families: try Household.families(families),
      launcherPath: "", clock: .virtual, mode: .exact, start: Self.start,
      environment: EnvironmentSnapshot(locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true),
      profile: .open, registry: Household.registry, names: [:], answers: PersonAnswers(otherwise: .approved),
      presses: PressScript(buttons: []), seed: 1, reproducibleKeys: true,
      programs: ScriptedPrograms(brain: ScriptBrain(SimulationPlan(seed: 1))))
    configuration.turns = .perFamily
    hosted = try HostedDevice(configuration)
    try take(.operator(.opens))
    try take(.operator(.starts))
  }

  var state: DeviceState { hosted.device.facts.state }
  var now: Timestamp { hosted.device.now }

  @discardableResult func take(_ input: DeviceInput) throws -> [DeviceCommand] {
    let commands = try hosted.take(input)
    for command in commands {
      switch command {
      case .perform(let id, let program, .open(let request)):
        let params = try PerformParams(wire: request.body, at: "", from: .host)
        calls.append(Call(id: id, program: program, params: params, at: now))
      case .perform(let id, let program, .sealed): sealed.append((id, program))
      case .present(.shield(let shield)): shields.append(shield)
      case .prompt(let id, _): prompts.append(id)
      case .answer(let question, let answer): answers[question] = answer
      case .conclude(let call, let verdict): verdicts[call] = verdict
      default: break
      }
    }
    return commands
  }

  func reply(_ call: Call, _ effects: [Effect] = []) throws {
    try take(.ended(call.id, .replied(EffectsResult(effects: effects).wire)))
  }

  func calls(of family: String) -> [Call] { calls.filter { $0.program.family == family } }

  /// Passes minutes of use of one app, in parts of `partSeconds`.
  func use(minutes: Int, partSeconds: Int64 = 60, app: Item = Household.applications[0]) throws {
    let end = now.advanced(by: Int64(minutes) * 60_000)
    while now < end {
      let part = min(end, now.advanced(by: partSeconds * 1_000))
      let span = UseSpan(start: now, end: part, app: app, isPresent: true)
      while now < part { try take(.use(span)) }
    }
  }

  // MARK: - Families

  /// Opens a family's app, which asks for authorization, and leaves the prompt open.
  func open(_ family: String) throws -> Call {
    try take(.person(PersonAct(.opens(FamilyID(family), stays: false))))
    let call = try #require(calls(of: family).last)
    try take(.asked(QuestionID(call.id, 1), .request(.authorize(AuthorizeParams(member: .individual)))))
    return call
  }

  /// The person approves, and the app monitors the whole day with thresholds after the given minutes of any use.
  func approve(_ family: String, thresholds: [Int64] = []) throws {
    let call = try open(family)
    let prompt = try #require(prompts.last)
    try take(.person(PersonAct(.answers(prompt, .said(.approved)))))
    try reply(call, [Self.monitoring(thresholds)])
  }

  static func monitoring(_ thresholds: [Int64], activity: String = "day") -> Effect {
    .startMonitoring(
      activity: activity,
      schedule: MonitoringSchedule(
        start: DateComponentsValue([.hour: 0, .minute: 0]), end: DateComponentsValue([.hour: 23, .minute: 59]),
        repeats: true),
      events: thresholds.map { minutes in
        MonitoringEvent(
          name: "after\(minutes)", applications: [], categories: [], webDomains: [],
          threshold: DateComponentsValue([.minute: minutes]), includesPastActivity: false)
      })
  }
}

/// A temporary directory for a device, deleted with the instance.
final class StateFolder {
  let path =
    (FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory())
    + "/sallyport-laws-\(UUID().uuidString)"

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
