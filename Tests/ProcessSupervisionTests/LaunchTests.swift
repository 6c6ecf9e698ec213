// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ProcessSupervision
import Sandboxing
import Testing
import TextEscaping
import WrittenCodes

/// Programs that a user could install, and launches that fail.
@Suite struct LaunchTests {
  private static let configuration = ExtensionConfiguration(
    id: "homework.puppet", point: .monitor, version: "1.0", start: .seconds(10), deadline: .seconds(10))

  struct Fault: Sendable, CustomTestStringConvertible {
    var program: String
    var reason: String
    var testDescription: String { program }
  }

  static let faults = [
    Fault(program: "silent.sh", reason: "exit.withoutReply"),
    Fault(program: "garbage.sh", reason: "violation.line.syntax"),
    Fault(program: "endless.sh", reason: "violation.line.tooLong"),
  ]

  @Test(.timeLimit(.minutes(20)), arguments: faults) func `survives a hostile program`(_ fault: Fault) async throws {
    try await Waiting.run {
      let bench = Bench(Self.configuration, try Stage.running("\(Stage.fixtures)/\(fault.program)"))
      #expect(bench.perform().withoutTimes == .unavailable(reason: "backingOff", retryAt: nil))
      #expect(bench.reasons == ["demand", "exec.ok", fault.reason, "strike"])
    }
  }

  @Test func `backs off without counting a failure when the executable is missing`() throws {
    let bench = Bench(Self.configuration, try Stage.running("/nonexistent/extension"))
    #expect(bench.perform().withoutTimes == .unavailable(reason: "backingOff", retryAt: nil))
    #expect(bench.reasons.count == 2)
    #expect(bench.reasons.last?.hasPrefix("launch.") == true)
    #expect(bench.supervised.lifecycle.record.strikes.isEmpty)
    let failure = try #require(bench.supervised.lastLaunchFailure)
    #expect(failure.message.contains("/nonexistent/extension"))
    #expect(failure.errno == ENOENT)
  }

  @Test(.enabled(if: Depth.available.contains(.sandbox), "needs a kernel that gives every protection"))
  func `names the missing executable of a bundle`() throws {
    let stage = try Stage(program: [])
    var specification = try stage.specification()
    specification.executable = "absent"
    let bench = Bench(Self.configuration, try stage.confined(specification))
    #expect(bench.perform().withoutTimes == .unavailable(reason: "backingOff", retryAt: nil))
    #expect(bench.reasons.last?.hasPrefix("launch.") == true)
    #expect(bench.supervised.lastLaunchFailure?.message.contains("absent") == true)
  }

  @Test func `is disabled when this machine lacks a protection`() throws {
    final class Unprotected: ExtensionLaunching {
      func launch() throws(LaunchFailure) -> any ExtensionChild {
        throw LaunchFailure(stage: "landlock", errno: 38, missingProtection: "landlock-files", message: "No Landlock.")
      }
    }
    let bench = Bench(Self.configuration, Unprotected())
    #expect(bench.perform() == .unavailable(reason: "disabled", retryAt: nil))
    #expect(bench.reasons == ["demand", "confinement.landlock-files"])
    #expect(bench.supervised.lastLaunchFailure?.description == "No Landlock.")
  }

  static let depths = Depth.available.filter { $0 != .thread }

  /// The complete extension of the specification, as printed there.
  @Test(.enabled(if: Depth.hasPython, "needs /usr/bin/python3"), arguments: depths)
  func `runs the whole extension of the specification`(_ depth: Depth) async throws {
    try await Waiting.run {
      let stage = try Stage(program: [])
      let bench = Bench(Self.configuration, try stage.launching(at: depth, script: "homework.py"), stage)
      let event = WireValue.object([
        "applications": ["AQEAAQ1ubelPGDNhSMN2Uch20gV_HOn0"], "categories": [], "includesPastActivity": false,
        "name": "games", "threshold": ["minute": 30], "webDomains": [],
      ])
      let params: WireValue = [
        "arguments": ["activity": "night", "event": "games"], "callback": "eventDidReachThreshold",
        "deadlineMs": 5_000, "snapshot": ["activities": [["events": [event], "name": "night"]]],
      ]
      var effects: [Effect] = []
      let outcome = bench.perform(params: params) { result in
        effects = (try? EffectsResult(wire: result, at: "/result", from: .extension).effects) ?? []
        return .accepted
      }
      #expect(outcome == .accepted)
      let token = try #require(WireToken("AQEAAQ1ubelPGDNhSMN2Uch20gV_HOn0"))
      #expect(effects == [.setSetting(store: "limits", key: .shieldApplications, value: .tokens([token]))])
      bench.supervised.stop(.idle, now: 0)
      #expect(bench.child?.waitForExit(atMost: .zero) == .exited(status: 0))
    }
  }

  @Test(.enabled(if: Depth.available.contains(.sandbox), "needs a kernel that gives every protection"))
  func `exchanges messages with a script over its standard streams`() async throws {
    try await Waiting.run {
      let stage = try Stage(program: [.line("starting up"), .read, .helloReply(), .read, .reply()])
      var specification = try stage.specification()
      specification.wire = .standardStreams
      var configuration = Self.configuration
      configuration.allowsNoise = true
      let bench = Bench(configuration, try stage.confined(specification), stage)
      #expect(bench.perform() == .accepted)
      #expect(bench.extensionLines.first == .invalid(Array("starting up".utf8)))
      #expect(bench.skipped.map(\.reason) == [.notJSON] && bench.skipped.first?.start?.text == "starting up")
    }
  }
}
