// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import ProcessSupervision
import Sandboxing
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing

@testable import HostCore

/// The remains of a killed or a running host in the directory to which programs are copied.
@Suite struct InstallLeftoverTests {
  private let families: ScriptFamilies
  private let declaration: ExtensionDeclaration
  private let installer: ProgramInstaller
  private var programs: String { families.scratch.path + "/programs" }

  init() throws {
    families = try ScriptFamilies()
    try families.add("one", executable: "monitor.sh", interpreter: "/bin/sh")
    let catalog = FamilyCatalog(directories: [families.manifests], owner: getuid())
    declaration = try #require(catalog.families.first?.manifest.extensions.first)
    try FileManager.default.createDirectory(atPath: families.state, withIntermediateDirectories: true)
    installer = try ProgramInstaller(
      programs: families.scratch.path + "/programs", stateDirectory: families.state,
      store: DeviceStore(directory: families.state, durability: .simulated))
  }

  private func install() throws -> InstalledProgram {
    try installer.install(declaration, of: "one", from: families.bundle, assets: [])
  }

  @Test func `a copy that was not completed gives way to a new one`() throws {
    let left = try families.scratch.write("", to: "programs/one/monitor/1/left")
    let program = try install()
    #expect(program.bundle.directory.hasSuffix("/one/monitor/1"))
    #expect(!FileManager.default.fileExists(atPath: left))
  }

  @Test func `a program is not copied while another host copies its own`() throws {
    let lock = open(programs + "/install.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(lock) }
    var facts = stat()
    try #require(lock >= 0 && flock(lock, LOCK_EX) == 0 && fstat(lock, &facts) == 0)
    let inode = facts.st_ino
    /// Whether anybody waits for the lock, as the kernel tells.
    func isAwaited() throws -> Bool {
      try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n").contains {
        $0.contains("->") && $0.contains(":\(inode) ")
      }
    }
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) let copy: () -> Void = { _ = try? install() }
    Thread.detachNewThread {
      copy()
      done.signal()
    }
    let deadline = ContinuousClock.now + .seconds(10)
    var (isDone, isWaiting) = (false, false)
    while !isDone, !isWaiting, ContinuousClock.now < deadline {
      isDone = done.wait(timeout: .now()) == .success
      isWaiting = try isAwaited()
      sched_yield()
    }
    #expect(isWaiting && !isDone)
    flock(lock, LOCK_UN)
    if !isDone { done.wait() }
    #expect(FileManager.default.fileExists(atPath: programs + "/one/monitor/record.json"))
  }

  @Test func `the record of a program's failures is not written again if nothing has changed`() throws {
    let life = try PlayedLife(points: [])
    let monitor = ProgramID("homework.monitor")
    let until = life.now + 600_000
    var move = ProcessMove(
      process: 1, from: .exiting(.strike), to: .quarantined(until: until), reason: .process(.strikes),
      record: RestartRecord())
    // The hash of every program that a test plays.
    move.build = "played"
    life.take(.moved(monitor, move))
    life.take(.operator(.saves))
    var configuration = life.bench.driver.configuration
    let copy = Scratch()
    try FileManager.default.copyItem(atPath: configuration.stateDirectory, toPath: copy.path + "/state")
    configuration.stateDirectory = copy.path + "/state"
    let registry = try HostedDevice(configuration).device.owners.registry
    #expect(registry.standing(monitor)?.state == .quarantined(until: until))
    #expect(!registry.hasUnsaved)
  }
}
