// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import Sandboxing
import Testing

@testable import HostCore
@testable import ProcessSupervision

/// With which limits and in which sandbox a host starts the programs of a manifest.
@Suite struct ProgramConfigurationTests {
  private let families: ScriptFamilies

  init() throws {
    families = try ScriptFamilies()
    let program = #""executable": "monitor.sh", "interpreter": "/bin/sh", "fitting": "files""#
    try families.scratch.write(
      """
      {
        "manifest": 1, "family": "one", "displayName": "One", "version": "2.1", "behaviour": "appleCompatible",
        "developer": { "name": "Test" }, "groups": ["group.test.one"], "bundle": "../bundle",
        "app": {
          \(program), "requests": ["settings", "container.write", "authorization"], "limits": { "containerMiB": 9 }
        },
        "extensions": [
          {
            "name": "monitor", "point": "monitor", \(program), "wire": "stdio", "requests": ["settings", "monitoring"],
            "limits": { "startMs": 700, "deadlineMs": 900 }
          },
          { "name": "shield", "point": "shieldConfiguration", \(program) },
          { "name": "clock", "point": "widget", \(program), "requests": ["container.read"] }
        ]
      }

      """, to: "manifests/one.json")
  }

  /// - Parameter state: the name of a state of its own.
  private func configuration(
    _ state: String, clock: HostConfiguration.ClockKind = .virtual, isInstalled: Bool = false
  ) throws -> HostConfiguration {
    var configuration = try LiveRun([:], in: families).configuration(clock: clock, answered: [])
    configuration.stateDirectory = families.scratch.path + "/" + state
    configuration.programsDirectory = families.scratch.path + "/programs"
    if isInstalled { configuration.programs = nil }
    return configuration
  }

  private func found(_ configuration: HostConfiguration) throws -> [String: ExtensionConfiguration] {
    let hosted = try HostedDevice(configuration)
    return Dictionary(uniqueKeysWithValues: hosted.lanes.map { ($0.program.rawValue, $0.supervised.configuration) })
  }

  /// The configurations on a virtual clock, with synthetic data.
  private static let virtual: [String: ExtensionConfiguration] = [
    "one.app": ExtensionConfiguration(
      id: "one.app", point: .app, version: "2.1", capabilities: [.authorization, .containerWrite, .settings],
      behaviour: .appleCompatible, start: .milliseconds(5_000), deadline: .milliseconds(5_000),
      liveness: .milliseconds(500), idleStopMs: nil, callbacksPerProcess: .max, lifetimeMs: .max,
      launchesPerMinute: 10, waitsForDebugger: true, killsSealedAtOnce: true),
    "one.monitor": ExtensionConfiguration(
      id: "one.monitor", point: .monitor, version: "2.1", capabilities: [.monitoring, .settings],
      behaviour: .appleCompatible, allowsNoise: true, start: .milliseconds(700), deadline: .milliseconds(900),
      liveness: .milliseconds(500), idleStopMs: 10_000, callbacksPerProcess: 256, lifetimeMs: 3_600_000,
      launchesPerMinute: 10, waitsForDebugger: true, killsSealedAtOnce: true),
    "one.shield": ExtensionConfiguration(
      id: "one.shield", point: .shieldConfiguration, version: "2.1", behaviour: .appleCompatible,
      start: .milliseconds(1_000), deadline: .milliseconds(300), liveness: .milliseconds(500), idleStopMs: 600_000,
      callbacksPerProcess: 256, lifetimeMs: 3_600_000, launchesPerMinute: nil, waitsForDebugger: true,
      killsSealedAtOnce: true),
    "one.clock": ExtensionConfiguration(
      id: "one.clock", point: .widget, version: "2.1", capabilities: [.containerRead], behaviour: .appleCompatible,
      start: .milliseconds(2_000), deadline: .milliseconds(5_000), liveness: .milliseconds(500), idleStopMs: 10_000,
      callbacksPerProcess: 256, lifetimeMs: 3_600_000, launchesPerMinute: 10, waitsForDebugger: true,
      killsSealedAtOnce: true),
  ]

  private static func changed(_ change: (inout ExtensionConfiguration) -> Void) -> [String: ExtensionConfiguration] {
    virtual.mapValues { one in
      var one = one
      change(&one)
      return one
    }
  }

  @Test func `on a virtual clock a program has the limits of its manifest, times the patience of the host`() throws {
    let factors: [(Int, Int64)] = [(1, 1), (3, 3), (0, 1)]
    for (patience, factor) in factors {
      var configuration = try configuration("patience-\(patience)")
      configuration.patience = patience
      let expected = Self.changed { one in
        one.start = one.start * factor
        one.deadline = one.deadline * factor
        one.liveness = one.liveness * factor
      }
      #expect(try found(configuration) == expected, "\(patience)")
    }
  }

  @Test func `on a real clock nothing is longer, a sealed process stays, and sealed launches have a limit`() throws {
    var configuration = try configuration("real", clock: .real)
    configuration.patience = 3
    configuration.reproducibleKeys = false
    let expected = Self.changed { one in
      (one.waitsForDebugger, one.killsSealedAtOnce) = (false, false)
      if one.point == .shieldConfiguration { one.launchesPerMinute = 60 }
    }
    #expect(try found(configuration) == expected)
  }

  @Test func `on a virtual clock an installed program stays until it is needed again`() throws {
    let expected = Self.changed { ($0.idleStopMs, $0.lifetimeMs) = (nil, .max) }
    #expect(try found(configuration("installed", isInstalled: true)) == expected)
  }

  // MARK: - The sandbox

  /// Stands between a host and its programs, and notes how they would be launched.
  private final class Listener: LaunchInterceptor {
    final class Wrapper: ExtensionLaunching {
      let base: any ExtensionLaunching
      init(_ base: any ExtensionLaunching) { self.base = base }
      func launch() throws(LaunchFailure) -> any ExtensionChild { try base.launch() }

      /// The sandbox that the host has chosen.
      func specification() throws -> LaunchSpecification {
        let own = Mirror(reflecting: base).children.first { $0.label == "specification" }
        return try #require(own?.value as? LaunchSpecification, "\(base)")
      }
    }

    let stub = RefusedLaunching(LaunchError(stage: "test", errno: 0, message: "a stub"))
    var watched: [(id: String, wrapper: Wrapper)] = []

    func understudy(for declaration: ExtensionDeclaration, of family: LoadedFamily) -> (any ExtensionLaunching)? {
      declaration.id == "one.monitor" ? stub : nil
    }

    func watch(_ launching: any ExtensionLaunching, of declaration: ExtensionDeclaration) -> any ExtensionLaunching {
      let wrapper = Wrapper(launching)
      watched.append((declaration.id, wrapper))
      return wrapper
    }

    func countsRefusals(of declaration: ExtensionDeclaration) -> Bool { declaration.id == "one.clock" }
  }

  @Test func `a check sees every launcher but those of its own stubs, and no trial of the sandbox`() throws {
    let listener = Listener()
    var configuration = try configuration("witness", isInstalled: true)
    configuration.witness = listener
    var told: [String] = []
    let hosted = try HostedDevice(configuration) { told.append("\($0.what): \($0.detail)") }
    // There is no canary beside this launcher, so a trial would fail.
    hosted.tryCanary()
    #expect(told == [])
    // The widget is also asked without its container.
    #expect(listener.watched.map(\.id) == ["one.app", "one.shield", "one.clock", "one.clock"])
    for lane in hosted.lanes {
      let launcher = lane.supervised.launcher
      if lane.program.rawValue == "one.monitor" {
        #expect(launcher === listener.stub)
      } else {
        let own = listener.watched.first { $0.id == lane.program.rawValue }
        #expect(own != nil && launcher === own?.wrapper, "\(lane.program)")
      }
    }
  }

  @Test func `every program of a family has its container's limit, the host's zone and what it does without`() throws {
    let listener = Listener()
    var configuration = try configuration("sandbox", isInstalled: true)
    configuration.witness = listener
    configuration.acceptedMissing = ["own-time-namespace"]
    configuration.environment = EnvironmentSnapshot(
      locale: "en_GB", timeZone: "Europe/Zurich", firstWeekday: 2, uses24Hour: true)
    _ = try HostedDevice(configuration)
    let all = try listener.watched.map { try $0.wrapper.specification() }
    #expect(all.map { $0.containerDirectory != nil } == [true, false, true, false])
    #expect(all.map(\.containerIsWritable) == [true, false, false, false])
    #expect(all.map(\.countsRefusals) == [false, false, true, true])
    for one in all {
      #expect(one.containerBudget.bytes == 9 << 20 && one.timeZone == "Europe/Zurich")
      #expect(one.acceptedMissing == [.ownTimeNamespace] && one.interpreter == "/bin/sh" && one.runtimeImage != nil)
    }
  }

  @Test func `a host does without no protection that there isn't`() throws {
    var configuration = try configuration("unknown", isInstalled: true)
    configuration.acceptedMissing = ["own-time-namespace", "colour"]
    let error = #expect(throws: HostError.self) { try HostedDevice(configuration) }
    #expect(error?.code == .invalidInput)
    #expect(
      error?.description
        == "One of own-time-namespace, colour is not a protection; `sallyport doctor` names them.")
  }
}
