// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import ScreenTimeRules
import Testing

@testable import HostCore

/// What a replay says of an outcome that it does not find again.
@Suite struct ReplayDivergenceTests {
  private let scratch = Scratch()

  /// A recording of a device without families, of these inputs and outcomes.
  private func recording(
    _ inputs: [(DeviceInput, RecordedInput.Outcome)], isSynthetic: Bool = true
  ) throws -> Recording {
    let configuration = HostConfiguration(
      stateDirectory: scratch.path, outputDirectory: nil, recordingPath: nil, families: [],
      launcherPath: "/bin/false", clock: .virtual, mode: .faithful, start: HostedRun.start,
      environment: .init(locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true), profile: .open,
      registry: ItemRegistry(), names: [:], answers: PersonAnswers(otherwise: .approved),
      presses: PressScript(buttons: []), seed: 1, reproducibleKeys: isSynthetic)
    let path = scratch.path + "/run.ndjson"
    let recorder = try Recorder(path: path, configuration, base: "empty")
    for (input, outcome) in inputs { try recorder.record(input, outcome, at: HostedRun.start) }
    try recorder.finish(at: HostedRun.start.milliseconds)
    return try Recording(contentsOf: path)
  }

  /// Replays a recording in a new directory.
  private func replay(
    _ recording: Recording, _ directory: String
  ) throws -> (divergence: Replay.Divergence?, outcomes: [RecordedInput.Outcome]) {
    var outcomes: [RecordedInput.Outcome] = []
    let divergence = try Replay(recording, families: [], in: scratch.path + "/" + directory).run { _, commands in
      outcomes.append(try RecordedInput.Outcome(commands))
    }
    return (divergence, outcomes)
  }

  private static let inputs: [DeviceInput] = [
    .operator(.opens), .operator(.starts), .time(HostedRun.start.advanced(by: 60_000)), .operator(.saves),
  ]

  @Test func `the first outcome that differs is told with what was recorded and what came instead`() throws {
    let wrong = RecordedInput.Outcome.refused("The host was closed.")
    var outcomes: [RecordedInput.Outcome] = []
    // Each replay finds the right outcome of one more input.
    for count in Self.inputs.indices {
      let recorded = outcomes + Array(repeating: wrong, count: Self.inputs.count - count)
      let found = try replay(try recording(Array(zip(Self.inputs, recorded))), "\(count)")
      try #require(found.outcomes.count == count + 1)
      #expect(
        found.divergence
          == Replay.Divergence(line: count + 2, recorded: wrong, replayed: found.outcomes[count]), "\(count)")
      outcomes = found.outcomes
    }
    let right = try replay(try recording(Array(zip(Self.inputs, outcomes))), "right")
    #expect(right.divergence == nil && right.outcomes == outcomes)
    // The same number of other commands differs as well.
    guard case .commands(let count, let digest) = outcomes[3] else { throw HostError(.failed, "no commands") }
    for (name, other) in [
      ("count", RecordedInput.Outcome.commands(count: count + 1, sha256: digest)),
      ("digest", .commands(count: count, sha256: "00")),
    ] {
      let changed = Array(outcomes.dropLast()) + [other]
      let found = try replay(try recording(Array(zip(Self.inputs, changed))), name)
      #expect(found.divergence == Replay.Divergence(line: 5, recorded: other, replayed: outcomes[3]))
    }
  }

  @Test func `a replay ends where the store failed, and a redacted recording is not replayed`() throws {
    let failed = try recording([(.operator(.opens), .failed)])
    #expect(throws: RecordingError(line: 2, "the store failed here, and what follows can't be replayed")) {
      try replay(failed, "failed")
    }
    let redacted = try recording([(.operator(.opens), .failed)], isSynthetic: false)
    #expect(redacted.inputs.isEmpty && redacted.header.redaction == .structure && redacted.header.data == .real)
    #expect(throws: RecordingError(line: 1, "it was redacted, so it holds no inputs to replay")) {
      try replay(redacted, "redacted")
    }
  }

  @Test func `a virtual run records the inputs of its clock, its use and its journeys in order`() throws {
    var configuration = RunObserverTests.configuration(in: scratch)
    func at(_ seconds: Int64) -> Timestamp { HostedRun.start.advanced(by: seconds * 1_000) }
    let journeys: [(seconds: Int64, zone: String)] = [
      (90, "Asia/Tokyo"), (0, "Europe/Paris"), (20, "Europe/Rome"), (60, "Europe/Oslo"), (-1, "Asia/Dubai"),
      (120, "Asia/Seoul"),
    ]
    configuration.zoneChanges = journeys.map { ZoneChange(at: at($0.seconds), timeZone: $0.zone) }
    let driver = try VirtualDriver(configuration)
    var progress: [Int64] = []
    let chess = Item.application("org.gnome.Chess")
    let uses: [(from: Int64, to: Int64)] = [(0, 0), (0, 40), (40, 60)]
    let spans = uses.map { UseSpan(start: at($0.from), end: at($0.to), app: chess, isPresent: true) }
    try driver.run(through: spans, until: at(120)) { progress.append($0.milliseconds(since: HostedRun.start) / 1_000) }
    try driver.close()
    func seconds(_ time: Timestamp) -> Int64 { time.milliseconds(since: HostedRun.start) / 1_000 }
    var inputs: [String] = []
    for recorded in try Recording(contentsOf: scratch.path + "/run.ndjson").inputs {
      let says =
        switch recorded.input {
        case .use(let span): "use to \(seconds(span.end))"
        case .time(let time): "time \(seconds(time))"
        case .source(.zoneChanged(let place)): place.timeZone
        case .operator(.opens): "opens"
        case .operator(.starts): "starts"
        case .operator(.saves): "saves"
        default: "another input"
        }
      // An instant is over when nothing more follows in it, which may take several looks.
      if says.hasPrefix("time "), inputs.last == says { continue }
      inputs.append(says)
    }
    #expect(
      inputs == [
        "opens", "starts", "time 0", "Europe/Paris", "time 0", "use to 20", "time 20", "Europe/Rome", "time 20",
        "use to 40", "time 40", "use to 60", "time 60", "Europe/Oslo", "time 60", "time 90", "Asia/Tokyo", "time 90",
        "time 120", "saves",
      ], "\(inputs)")
    #expect(progress == [40, 60, 120])
  }
}
