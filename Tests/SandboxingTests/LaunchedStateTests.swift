// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Testing

@testable import Sandboxing

/// The state of a launched process in procfs, compared with its plan: it inherits nothing else from the host
/// (`sandbox.md#layers`).
///
/// Each test runs in its own process, which changes what launches inherit.
@Suite(.serialized, .enabled(if: SandboxFixture.isRoot, "needs a root host")) struct LaunchedStateTests {
  private enum Kind: CaseIterable { case confined, sealed, flat }

  private static func specification(_ kind: Kind, _ fixture: SandboxFixture) throws -> LaunchSpecification {
    guard kind != .sealed else { return try fixture.sealed() }
    var specification = try fixture.confined()
    specification.timeZone = "Asia/Tokyo"
    if kind == .flat { specification.acceptedMissing = Protection.namespaces }
    return specification
  }

  private static func text(_ name: String, of process: LaunchedProcess) throws -> String {
    try String(contentsOfFile: "/proc/\(process.pid)/\(name)", encoding: .utf8)
  }

  /// The rows of `/proc/<pid>/status`.
  private static func rows(of process: LaunchedProcess) throws -> [String: String] {
    let lines = try text("status", of: process).split(separator: "\n").map { $0.split(separator: ":", maxSplits: 1) }
    return Dictionary(
      uniqueKeysWithValues: lines.filter { $0.count == 2 }.map { line in
        (String(line[0]), line[1].split(whereSeparator: \.isWhitespace).joined(separator: " "))
      })
  }

  /// The numbers of `/proc/<pid>/stat` after the name: the first is the state, the fourth the session.
  private static func numbers(of process: LaunchedProcess) throws -> [String] {
    let line = try text("stat", of: process)
    return line[(line.lastIndex(of: ")") ?? line.startIndex)...].split(separator: " ").map(String.init)
  }

  // MARK: Attributes

  /// Gives this process what a careless host could have.
  private static func disorder() throws {
    // The C library needs its signals for this.
    try #require(setgroups(2, [54_321, 54_322]) == 0)
    struct Action { var (handler, flags, restorer, mask) = (UInt(1), UInt(0), UInt(0), UInt64(0)) }
    for number in 1..<65 where ![SIGKILL, SIGSTOP, SIGCHLD].contains(Int32(number)) {
      // The C library keeps two signals for itself, and refuses to ignore them.
      var ignored = Action()
      let result = withUnsafePointer(to: &ignored) {
        KernelCall.make("rt_sigaction", number, Int(bitPattern: $0), 0, 8)
      }
      try #require(result == 0)
    }
    // ADDR_NO_RANDOMIZE and READ_IMPLIES_EXEC; MPOL_PREFERRED at node 0.
    try #require(KernelCall.make("personality", 0x044_0000) == 0)
    var nodes: UInt = 1
    _ = withUnsafePointer(to: &nodes) { KernelCall.make("set_mempolicy", 1, Int(bitPattern: $0), 64) }
    var none = sched_param()
    try #require(sched_setscheduler(0, 3, &none) == 0)
    umask(0)
    try "300".write(toFile: "/proc/self/oom_score_adj", atomically: false, encoding: .utf8)
    // Fewer files than the plan allows.
    var files = rlimit(rlim_cur: 50, rlim_max: 50)
    try #require(setrlimit(__rlimit_resource_t(7), &files) == 0)
  }

  @Test func `an extension has the attributes of its plan, whatever its host has`() async {
    await #expect(processExitsWith: .success) {
      let fixture = try SandboxFixture()
      let plans = try Kind.allCases.map { ($0, try Self.specification($0, fixture)) }
      try Self.disorder()
      for (kind, specification) in plans {
        let process = try fixture.launcher.launch(specification)
        defer { process.close() }
        #expect(process.ask("ping") == "pong")
        let (own, none, id) = ("\(process.pid)", "0000000000000000", "\(SandboxFixture.uid)")
        let rows = try Self.rows(of: process)
        for (name, value) in [
          "Uid": "\(id) \(id) \(id) \(id)", "Gid": "\(id) \(id) \(id) \(id)", "Groups": "", "Umask": "0077",
          "SigBlk": none, "SigIgn": none, "SigCgt": none, "SigPnd": none, "ShdPnd": none, "CapInh": none,
          "CapPrm": none, "CapEff": none, "CapBnd": none, "CapAmb": none, "NoNewPrivs": "1", "Seccomp": "2",
          "Seccomp_filters": kind == .sealed ? "1" : "2", "THP_enabled": "0", "Threads": "1", "TracerPid": "0",
          "NSpid": kind == .flat ? own : own + " 1", "NSsid": kind == .flat ? own : own + " 1",
          "NSpgid": kind == .flat ? own : own + " 1",
        ] {
          // A kernel without huge pages or without namespaces lacks their rows.
          if let found = rows[name] { #expect(found == value, "\(kind) \(name)") }
        }
        let numbers = try Self.numbers(of: process)
        // Its session, its terminal, its scheduling.
        #expect(numbers[4] == own && numbers[5] == "0" && numbers[38] == "0" && numbers[39] == "0", "\(kind)")
        #expect(try Self.text("personality", of: process) == "00000000\n")
        #expect(try Self.text("oom_score_adj", of: process) == "1000\n")
        let policies = (FileSystem.contents("/proc/\(process.pid)/numa_maps") ?? "").split(separator: "\n")
        #expect(policies.allSatisfy { $0.split(separator: " ")[1] == "default" }, "\(kind)")
        for limit in try #require(process.expectation).limits {
          let line = try Self.text("limits", of: process).split(separator: "\n").first { $0.hasPrefix(limit.name) }
          let words = (line ?? "").dropFirst(limit.name.count).split(separator: " ").prefix(2).map(String.init)
          let value = limit.resource == 7 ? min(50, limit.value) : limit.value
          #expect(words == ["\(value)", "\(value)"], "\(kind) \(limit.name)")
        }
      }
    }
  }

  @Test func `an extension has its arguments, its variables and its wire, and no other descriptor`() throws {
    let fixture = try SandboxFixture()
    for kind in Kind.allCases {
      let specification = try Self.specification(kind, fixture)
      let process = try fixture.launcher.launch(specification)
      defer { process.close() }
      let program = kind == .flat ? FileSystem.resolved(specification.bundleDirectory + "/extension") : nil
      let container = FileSystem.resolved(specification.containerDirectory ?? "/")
      #expect(process.ask("ping") == "pong")
      #expect(try Self.text("cmdline", of: process) == (program ?? "/bundle/extension") + "\0")
      let variables = try Self.text("environ", of: process).split(separator: "\0").map(String.init)
      #expect(process.ask("environment") == variables.map { $0 + ";" }.joined())
      #expect(variables.contains(kind == .sealed ? "TZ=UTC" : "TZ=Asia/Tokyo"))
      let place = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process.pid)/cwd")
      #expect(place == (kind == .confined ? "/container" : kind == .sealed ? "/" : container))
      var flags: [String: String] = [:]
      for name in FileSystem.names(in: "/proc/\(process.pid)/fd") ?? [] {
        let lines = try Self.text("fdinfo/\(name)", of: process).split(separator: "\n")
        flags[name] = lines.first { $0.hasPrefix("flags:") }?.split(separator: "\t").last.map(String.init)
      }
      // Two are read and three written; none is closed at an exec.
      #expect(flags.mapValues { $0.suffix(1) } == ["0": "0", "1": "1", "2": "1", "3": "0", "4": "1"])
      #expect(flags.values.allSatisfy { Int($0, radix: 8).map { $0 & 0o2000000 == 0 } == true })
    }
  }

  // MARK: Names

  @Test func `only an extension with a host name of its own has another one`() async {
    await #expect(processExitsWith: .success) {
      // CLONE_NEWUTS: a launcher that changed the name would change it for this process only.
      try #require(KernelCall.make("unshare", 0x0400_0000) == 0)
      try #require("harbour".withCString { KernelCall.make("sethostname", Int(bitPattern: $0), 7) } == 0)
      let fixture = try SandboxFixture()
      for (missing, name) in [([], "extension"), ([.ownUTSNamespace], "harbour"), (Protection.namespaces, "harbour")]
        as [(Set<Protection>, String)]
      {
        var specification = try fixture.confined()
        specification.acceptedMissing = missing
        let process = try fixture.launcher.launch(specification)
        #expect(process.ask("host") == name)
        process.close()
        // Asks the kernel, since the name may be cached.
        #expect(try HostThread.spawn.run { FileSystem.contents("/proc/sys/kernel/hostname") } == "harbour\n")
      }
    }
  }

  @Test func `each namespace is the host's exactly if its absence was accepted`() throws {
    let fixture = try SandboxFixture()
    let missable: [Set<Protection>] = Protection.namespaces.subtracting([.ownMountNamespace]).sorted().map { [$0] }
    for missing in missable + [[], Protection.namespaces] {
      var specification = try fixture.confined()
      specification.acceptedMissing = missing
      let process = try fixture.launcher.launch(specification)
      defer { process.close() }
      #expect(process.ask("ping") == "pong")
      for protection in Protection.namespaces {
        guard let name = protection.namespace?.name else { continue }
        let found = FileSystem.link(at: "/proc/\(process.pid)/ns/\(name)")
        let isShared = found == FileSystem.link(at: "/proc/self/ns/\(name)")
        #expect(isShared == missing.contains(protection), "\(missing) \(name)")
      }
      #expect(FileSystem.link(at: "/proc/\(process.pid)/ns/user") == FileSystem.link(at: "/proc/self/ns/user"))
    }
  }

  // MARK: Mounts

  /// The options of each mount that matter: of the mount, and of its file system.
  private static func mounts(of process: LaunchedProcess) throws -> [String: Set<String>] {
    var mounts: [String: Set<String>] = [:]
    for line in try text("mountinfo", of: process).split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      let isNew = words[words.count - 3] == "tmpfs" || words[words.count - 3] == "proc"
      var options = Set(words[5].split(separator: ",").map(String.init))
      // A directory of the host has the options of the host's file system.
      if isNew, words[3] == "/" { options.formUnion(words[words.count - 1].split(separator: ",").map(String.init)) }
      mounts[words[4]] = options.subtracting(["relatime", "noatime", "inode64"])
    }
    return mounts
  }

  @Test func `the mounts are those of the plan, with their options`() throws {
    let fixture = try SandboxFixture()
    let code: Set = ["ro", "nosuid", "nodev"]
    let root: Set = ["ro", "rw", "nosuid", "nodev", "size=256k", "nr_inodes=256", "mode=755"]
    let id = SandboxFixture.uid
    var scratch: Set = ["rw", "nosuid", "nodev", "noexec", "size=8192k", "nr_inodes=1024", "mode=700"]
    scratch.formUnion(["uid=\(id)", "gid=\(id)"])
    let processes: Set = ["ro", "nosuid", "nodev", "noexec", "hidepid=invisible", "subset=pid"]
    for (isWritable, locks) in [(true, false), (false, false), (false, true)] {
      var specification = try fixture.confined()
      specification.containerIsWritable = isWritable
      specification.grantsLocks = locks
      let process = try fixture.launcher.launch(specification)
      defer { process.close() }
      #expect(process.ask("ping") == "pong")
      var expected = ["/": root, "/bundle": code, "/usr": code, "/tmp": scratch]
      expected["/container"] = [isWritable ? "rw" : "ro", "nosuid", "nodev", "noexec"]
      if !locks { expected["/proc"] = processes }
      var found = try Self.mounts(of: process)
      // The file system of /proc may be writable or not; its mount is read-only.
      found["/proc"] = found["/proc"].map { $0.subtracting(["rw"]) }
      #expect(found == expected)
    }
    let process = try fixture.launcher.launch(try fixture.sealed())
    defer { process.close() }
    #expect(process.ask("ping") == "pong")
    #expect(try Self.mounts(of: process) == ["/": root, "/bundle": code])
  }

  @Test func `the root has exactly the directories of its kind`() throws {
    let fixture = try SandboxFixture()
    for (kind, names) in [
      (Kind.confined, ["bundle", "container", "proc", "tmp", "usr"]), (.sealed, ["bundle", "proc", "tmp"]),
    ] {
      let specification = try Self.specification(kind, fixture)
      let process = try fixture.launcher.launch(specification)
      defer { process.close() }
      #expect(process.ask("ping") == "pong")
      let root = "/proc/\(process.pid)/root"
      let found = FileSystem.names(in: root)?.sorted()
      #expect(found == names)
      for name in names where name != "container" {
        let status = try #require(FileSystem.status(root + "/" + name))
        let mounted: mode_t? = kind == .confined ? ["tmp": 0o700, "proc": 0o555][name] : nil
        #expect(status.st_mode & 0o7777 == mounted ?? 0o755, "\(kind) \(name)")
      }
      guard kind == .sealed else { continue }
      #expect(FileSystem.names(in: root + "/proc")?.sorted() == ["self"])
      #expect(FileSystem.names(in: root + "/proc/self")?.sorted() == ["cmdline", "exe"])
      #expect(FileSystem.link(at: root + "/proc/self/exe") == "/bundle/extension")
      #expect(FileSystem.contents(root + "/proc/self/cmdline") == "/bundle/extension\0")
      #expect(try #require(FileSystem.status(root + "/proc/self/cmdline")).st_mode & 0o7777 == 0o444)
    }
  }

  @Test func `every argument and variable arrives as it is in the plan, also an empty or a long one`() throws {
    let fixture = try SandboxFixture()
    let words = ["/bundle/extension", "", "a", "", String(repeating: "b", count: 3_000), "é\n", ""]
    for kind in Kind.allCases {
      var plan = try PlanBuilder(
        Self.specification(kind, fixture), landlockABI: fixture.launcher.landlockVersion ?? 0
      ).build()
      plan.arguments = words
      plan.environment += ["EMPTY=", "LONG=" + String(repeating: "=", count: 2_000)]
      let process = try fixture.launcher.launch(plan: plan, bytes: plan.encoded())
      defer { process.close() }
      #expect(process.ask("ping") == "pong")
      let line = words.map { $0 + "\0" }.joined()
      #expect(try Self.text("cmdline", of: process) == line, "\(kind)")
      #expect(try Self.text("environ", of: process) == plan.environment.map { $0 + "\0" }.joined(), "\(kind)")
      guard kind == .sealed else { continue }
      #expect(FileSystem.contents("/proc/\(process.pid)/root/proc/self/cmdline") == line)
    }
  }
}
