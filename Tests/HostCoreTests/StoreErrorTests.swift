// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CStorageFaults
import HostCore
import ScreenTimeRules
import ScreenTimeStore
import Synchronization
import Testing

/// The text of a store's error names paths and tables of the host, so it is for the host's caller alone.
@Suite struct StoreErrorTests {
  /// A disk that is full as soon as a program has been called.
  private final class FullDisk: Sendable {
    private let stage: PlayedPrograms.Stage
    private let directory: String

    init(_ directory: String, after stage: PlayedPrograms.Stage) {
      (self.stage, self.directory) = (stage, directory)
      let installed = storage_faults_install()
      let watched = storage_faults_watch(
        directory,
        { context, step in
          guard let context, step.pointee.kind == storage_step_write else { return 0 }
          let disk = Unmanaged<FullDisk>.fromOpaque(context).takeUnretainedValue()
          // SQLITE_FULL
          return disk.stage.requests.isEmpty ? 0 : 13
        }, Unmanaged.passUnretained(self).toOpaque())
      precondition(installed == 0 && watched == 0, "the test's VFS can't be installed")
    }

    func unwatch() { storage_faults_unwatch(directory) }
  }

  @Test func `an extension is told that the host can't write its state, and nothing of the store's text`() throws {
    let run = try LiveRun(["one.app": .asks(count: 2)])
    let stage = run.programs.stage
    let disk = FullDisk(run.families.state, after: stage)
    var driver: VirtualDriver? = try VirtualDriver(run.configuration(clock: .virtual))
    var failure = ""
    do { try driver?.open(FamilyID("one")) } catch { failure = "\(error)" }
    try? driver?.close()
    driver = nil
    disk.unwatch()
    #expect(!stage.refusalTexts.isEmpty)
    #expect(Set(stage.refusalTexts) == ["The host could not write its state."], "\(stage.refusalTexts)")
    // The caller gets the reason.
    #expect(!failure.isEmpty && !failure.hasPrefix("The host could not write its state."), "\(failure)")
  }

  private struct OneFailure: Error {}

  @Test func `a write that fails once fails the rest of its callback, and its error reaches the caller`() throws {
    let run = try LiveRun(["one.app": .asks(count: 2)])
    let stage = run.programs.stage
    let driver = try VirtualDriver(run.configuration(clock: .virtual))
    var failures = 0
    driver.facts.store.onTransaction = { moment, _ in
      guard moment == .beforeCommit, !stage.requests.isEmpty, failures == 0 else { return }
      failures += 1
      throw OneFailure()
    }
    #expect(throws: OneFailure.self) { try driver.open(FamilyID("one")) }
    // The store could take the second question, but the callback that it belongs to is lost.
    let expected = [String](repeating: "The host could not write its state.", count: 2)
    #expect(stage.refusalTexts == expected && failures == 1)
    try driver.close()
  }
}
