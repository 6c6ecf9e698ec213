// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import Testing
import WrittenCodes

/// One behaviour of an extension, and its required consequences.
struct Scene: Sendable, CustomTestStringConvertible {
  var title: String
  var program: [Step]
  var outcome: PerformOutcome
  /// The reasons in the journal from the launch on, without `demand` and `exec.ok`.
  var reasons: [String]
  /// The host's answers to requests: `ok` or an error code.
  var answers: [String] = []
  /// The number of requests that were passed to the policy.
  var asked = 0
  var configuration = ExtensionConfiguration(
    id: "homework.puppet", point: .monitor, version: "1.0", start: .seconds(10), deadline: .seconds(10))
  /// The time that the host waits for the rest of a line: long, because a puppet may be delayed on a loaded machine.
  var patience = Duration.seconds(20)
  /// Whether the host runs a tick after the callback.
  var ticks = false
  var depths: [Depth] = Depth.allCases

  /// A puppet that fails before its `hello` is accepted.
  static func greeting(
    _ title: String, _ program: [Step], _ reasons: [String], isScript: Bool = false, start: Duration = .seconds(10),
    depths: [Depth] = Depth.allCases
  ) -> Scene {
    var scene = Scene(
      title: "hello: \(title)", program: program, outcome: .unavailable(reason: "backingOff", retryAt: nil),
      reasons: reasons, depths: depths)
    scene.configuration.allowsNoise = isScript
    scene.configuration.start = start
    return scene
  }

  /// A puppet that replies to hello and then runs `program` for its first request.
  static func performing(
    _ title: String, features: [String] = [], _ program: [Step], _ outcome: PerformOutcome, _ reasons: [String],
    answers: [String] = [], asked: Int = 0, point: ExtensionPoint = .monitor, deadline: Duration = .seconds(10),
    liveness: Duration = .milliseconds(500), ticks: Bool = false, depths: [Depth] = Depth.allCases
  ) -> Scene {
    var scene = Scene(
      title: "\(point): \(title)", program: [.read, .helloReply(features: features)] + program, outcome: outcome,
      reasons: ["hello.ok", "perform.sent"] + reasons, answers: answers, asked: asked, ticks: ticks, depths: depths)
    scene.configuration.point = point
    scene.configuration.deadline = deadline
    scene.configuration.liveness = liveness
    return scene
  }

  /// A puppet that breaks a rule once in its callback.
  static func violating(
    _ row: String, _ title: String, features: [String] = [], _ program: [Step], answers: [String] = [],
    depths: [Depth] = Depth.allCases
  ) -> Scene {
    performing(
      title, features: features, [.read] + program, .fallback(reason: "violation.\(row)"),
      ["violation.\(row)", "strike"], answers: answers, depths: depths)
  }

  var testDescription: String { title }
}

extension PerformOutcome {
  /// Without the time of the retry, which depends on the back-off.
  var withoutTimes: PerformOutcome {
    if case .unavailable(let reason, _) = self { .unavailable(reason: reason, retryAt: nil) } else { self }
  }
}
