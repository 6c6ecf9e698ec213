// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CStorageFaults
import ExtensionProtocol
import HostCore
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Synchronization
import Testing

/// Counts syncs below SQLite to see which hosts wait for the disk.
@Suite struct HostDurabilityTests {
  /// Counts syncs of the store's log.
  private final class SyncCounter: Sendable {
    let count = Mutex(0)
    private let directory: String

    init(_ directory: String) {
      self.directory = directory
      let installed = storage_faults_install()
      let watched = storage_faults_watch(
        directory,
        { context, step in
          guard let context, step.pointee.kind == storage_step_sync,
            String(cString: step.pointee.path).hasSuffix("-wal")
          else { return 0 }
          Unmanaged<SyncCounter>.fromOpaque(context).takeUnretainedValue().count.withLock { $0 += 1 }
          return 0
        }, Unmanaged.passUnretained(self).toOpaque())
      precondition(installed == 0 && watched == 0, "the test's VFS can't be installed")
    }

    deinit { storage_faults_unwatch(directory) }
  }

  @Test(arguments: [(HostConfiguration.ClockKind.real, true), (.virtual, false)])
  func `a host on a real clock waits for the disk, one on a virtual clock doesn't (PRIV-LG3)`(
    clock: HostConfiguration.ClockKind, waits: Bool
  ) throws {
    let scratch = Scratch()
    let counter = SyncCounter(scratch.path)
    let host = try VirtualDriver(
      HostConfiguration(
        stateDirectory: scratch.path + "/state", outputDirectory: nil, recordingPath: nil, families: [],
        launcherPath: "/bin/false", clock: clock, mode: .faithful, start: Timestamp(milliseconds: UsageLines.midnight),
        environment: EnvironmentSnapshot(locale: "en_GB", timeZone: "UTC", firstWeekday: 2, uses24Hour: true),
        profile: .open, registry: ItemRegistry(), names: [:], answers: PersonAnswers(otherwise: .approved),
        presses: PressScript(buttons: []), seed: 1, reproducibleKeys: true))
    for number in 1...3 as ClosedRange<UInt8> {
      let before = counter.count.withLock { $0 }
      try host.facts.store.transaction { try $0.setMeta("number", to: [number]) }
      #expect((counter.count.withLock { $0 } > before) == waits)
    }
    try host.close()
  }
}
