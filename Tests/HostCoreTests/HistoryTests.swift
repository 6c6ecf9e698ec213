// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import HostCore
import PrivacyBoundary
import ScreenTimeRules
import Testing

/// A restarted host has the same use history as before.
@Suite struct HistoryTests {
  private func host(in scratch: Scratch) throws -> VirtualDriver {
    try VirtualDriver(
      HostConfiguration(
        stateDirectory: scratch.path + "/state", outputDirectory: nil, recordingPath: nil, families: [],
        launcherPath: "/bin/false", clock: .virtual, mode: .faithful, start: LiveHost.start,
        environment: EnvironmentSnapshot(locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true),
        profile: .open, registry: ItemRegistry(), names: [:], answers: PersonAnswers(otherwise: .approved),
        presses: PressScript(buttons: []), seed: 1, reproducibleKeys: true))
  }

  /// Seed 486 of the simulation: a threshold over past activity was reached later in a host that had been killed.
  @Test func `use ahead of a clock that was set back survives a restart (E5, LIVE-USE7)`() throws {
    let scratch = Scratch()
    let noon = LiveHost.start.advanced(by: 12 * 3_600_000)
    // The state's lock is released when the host is deallocated.
    func live() throws -> UseLedger {
      let host = try host(in: scratch)
      let end = noon.advanced(by: 3_600_000)
      try host.run(through: [UseSpan(start: noon, end: end, app: LiveHost.editor, isPresent: true)], until: end)
      try host.setClock(to: noon.advanced(by: -3_600_000))
      defer { try? host.close() }
      return host.facts.state.history
    }
    let known = try live()
    #expect(known.spans.map(\.end) == [noon.advanced(by: 3_600_000)])

    let again = try host(in: scratch)
    #expect(again.facts.state.now == noon.advanced(by: -3_600_000))
    #expect(again.facts.state.history == known)
    try again.close()
  }
}
