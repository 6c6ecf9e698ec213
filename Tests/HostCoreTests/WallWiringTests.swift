// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HostCore
import ScreenTimeRules
import Testing

/// The host's use of the sandbox beyond a single launch (`sandbox.md#what-an-extension-sees`).
@Suite struct WallWiringTests {
  @Test func `ends at its start a process that outlived an earlier host, and warns`() throws {
    let scratch = Scratch()
    let sleeper = Process()
    sleeper.executableURL = URL(filePath: "/bin/sleep")
    sleeper.arguments = ["600"]
    try sleeper.run()
    defer { sleeper.terminate() }
    let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
    let stat = try String(contentsOfFile: "/proc/\(sleeper.processIdentifier)/stat", encoding: .utf8)
    let start = try #require(stat.split(separator: ")").last?.split(separator: " ").dropFirst(19).first)
    let mark = "\(boot.trimmingCharacters(in: .newlines)).\(sleeper.processIdentifier).\(start)"
    _ = try scratch.write("", to: "state/running/" + mark)
    let live = try LiveHost("left", in: scratch)
    #expect(live.said(.warning) == ["process \(sleeper.processIdentifier) had outlived the host and was ended"])
    sleeper.waitUntilExit()
    #expect(sleeper.terminationReason == .uncaughtSignal && sleeper.terminationStatus == SIGKILL)
    try live.close()
  }

  @Test func `leaves no process in its registry once it is closed`() throws {
    let live = try LiveHost("roll", answers: .init(leavesOpen: true))
    try live.use(minutes: 1)
    let running = live.scratch.path + "/state/running"
    #expect(try FileManager.default.contentsOfDirectory(atPath: running).isEmpty == false)
    try live.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: running) == [])
  }

  @Test func `warns about a flood of output and still delivers`() throws {
    let families = try ScriptFamilies()
    try families.add("flooder")
    let finished = try families.run()
    #expect(finished.status == 0)
    #expect(try StateFacts(families.state).endings(of: "flooder").allSatisfy { $0.hasSuffix("applied reply.ok") })
    let complaints = finished.complaints.split(separator: "\n").filter { $0.contains("printed more than is kept") }
    let complaint = try #require(complaints.first)
    // It prints no line break, and 16 KiB are kept of a line.
    #expect(complaint.hasPrefix("sallyport: flooder: flooder.monitor: printed more than is kept: 16384 of "))
    let total = try #require(Int(complaint.split(separator: " ").dropLast(2).last ?? ""))
    #expect(total >= 8 << 20)
  }

  @Test func `warns that a container is read-only because it was filled beyond its budget`() throws {
    let families = try ScriptFamilies()
    try families.add("filler", requests: ["settings", "container.write"])
    // Each host launches its programs anew; a state has one host at a time.
    func warnings(onDay day: Int64) throws -> [String] {
      let run = try HostedRun(families)
      try run.use(.application("org.gnome.TextEditor"), onDay: day)
      _ = try run.close()
      return run.heard.said(.warning)
    }
    #expect(try warnings(onDay: 0) == [])
    // A pipe, which the sandbox does not let an extension make; quicker than writing 64 MiB.
    #expect(mkfifo(families.state + "/containers/filler/pipe", 0o600) == 0)
    #expect(try warnings(onDay: 1).contains("filler.monitor: the container is read-only"))
  }

  @Test(.enabled(if: controlGroups != nil, "needs a cgroup v2 hierarchy that may be written"))
  func `gives each process a leaf of the delegated control group`() throws {
    let subtree = try #require(Self.controlGroups) + "/sallyport-host-\(getpid())"
    mkdir(subtree, 0o755)
    defer { rmdir(subtree) }
    let live = try LiveHost("grouped", answers: .init(leavesOpen: true), controlGroup: subtree)
    func leaves() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: subtree).filter { $0.hasPrefix("launch-") }
    }
    try live.use(minutes: 1)
    let leaf = try #require(try leaves().first)
    let members = try String(contentsOfFile: "\(subtree)/\(leaf)/cgroup.procs", encoding: .utf8)
    #expect(Int32(members.trimmingCharacters(in: .newlines)) != nil)
    try live.close()
    #expect(try leaves() == [])
  }

  @Test func `refuses a path that is not a control group, in one sentence`() throws {
    #expect { try LiveHost("grouped", controlGroup: "/tmp") } throws: { error in
      "\(error)".contains("/tmp is not a directory of a cgroup v2 file system")
    }
  }

  private static let controlGroups: String? = {
    let mounts = (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
    return mounts.split(separator: "\n").lazy.map { $0.split(separator: " ").map(String.init) }
      .first { $0.contains("cgroup2") && $0.count > 4 && access($0[4], W_OK) == 0 }?[4]
  }()

  @Test func `draws a shield with a dynamic Swift executable and copies of the runtime's files`() throws {
    let scratch = Scratch()
    // A state has one host at a time, so close each before the next.
    do {
      let live = try LiveHost("dynamic", look: .dynamic, in: scratch)
      try live.use(minutes: 2)
      #expect(live.details(.callback, of: "configuration") == ["answered"])
      try live.close()
    }
    let programs = scratch.path + "/state/programs/dynamic/"
    let images = try FileManager.default.contentsOfDirectory(atPath: programs + ".images-sealed")
    let zone = "/usr/share/zoneinfo/Europe/Berlin"
    let copy = try FileManager.default.attributesOfItem(atPath: "\(programs).images-sealed/\(images[0])\(zone)")
    let system = try FileManager.default.attributesOfItem(atPath: zone)
    #expect(copy[.systemFileNumber] as? Int != system[.systemFileNumber] as? Int)
    // The program is unchanged, so nothing is copied again.
    do { try LiveHost("dynamic", look: .dynamic, in: scratch).close() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: programs + ".images-sealed") == images)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: programs + "look").sorted() == ["1", "record.json"])
  }

  @Test func `keeps a process warm while a shield may come up, on a real clock only`() throws {
    for clock in [HostConfiguration.ClockKind.real, .virtual] {
      let live = try LiveHost("warm", clock: clock, look: .staticProgram)
      try live.use(minutes: 2)
      try live.close()
      let launches = try live.launches(of: "warm.look")
      // The app's rules foresee the first shield, so its process is already prewarmed.
      #expect(launches.first == (clock == .real ? "prewarm" : "demand"))
      #expect(launches.dropFirst().contains("prewarm") == (clock == .real), "\(clock): \(launches)")
    }
  }
}
