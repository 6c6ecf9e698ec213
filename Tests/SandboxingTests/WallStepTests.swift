// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Testing

@testable import Sandboxing

/// The steps of a launch, each by itself: in a launched process several of them hide one another.
///
/// Each test runs in its own process, whose thread takes the step.
@Suite(.serialized, .enabled(if: SandboxFixture.isRoot, "needs a root host")) struct WallStepTests {
  private static let none = "0000000000000000"

  /// A row of the calling thread's status.
  private static func row(_ name: String) -> String? {
    (FileSystem.contents("/proc/thread-self/status") ?? "").split(separator: "\n").first { $0.hasPrefix(name + ":") }
      .map { $0.dropFirst(name.count + 1).split(whereSeparator: \.isWhitespace).joined(separator: " ") }
  }

  private static func prctl(_ option: Int, _ argument: Int = 0) -> Int {
    KernelCall.make("prctl", option, argument)
  }

  private static func link(_ name: String) -> String? { FileSystem.link(at: "/proc/thread-self/ns/\(name)") }

  @Test func `inherited state becomes the usual one, and descriptors above the last are closed`() async {
    await #expect(processExitsWith: .success) {
      for number in [SIGHUP, SIGPIPE, SIGUSR1, SIGCHLD, 40, 64] as [Int32] { signal(number, SIG_IGN) }
      try #require(KernelCall.make("personality", 0x044_0000) == 0)
      var nodes: UInt = 1
      _ = withUnsafePointer(to: &nodes) { KernelCall.make("set_mempolicy", 1, Int(bitPattern: $0), 64) }
      var none = sched_param()
      try #require(sched_setscheduler(0, 3, &none) == 0)
      umask(0)
      for number in [200, 201, 202, 300] as [Int32] { try #require(dup2(2, number) == number) }
      #expect(OwnThread.step(csandbox_clean_start(200)) == 0)
      #expect([200, 201, 202, 300].map { fcntl($0, F_GETFD) >= 0 } == [true, false, false, false])
      #expect(Self.row("SigIgn") == Self.none && umask(0) == 0o022 && sched_getscheduler(0) == SCHED_OTHER)
      #expect(KernelCall.make("personality", 0xffff_ffff) == 0)
      var policy: Int32 = -1
      let asked = withUnsafeMutablePointer(to: &policy) {
        KernelCall.make("get_mempolicy", Int(bitPattern: $0), 0, 0, 0)
      }
      #expect(asked == -1 || policy == 0)
      #expect(FileSystem.contents("/proc/self/oom_score_adj") == "1000\n")
    }
  }

  @Test func `a session is a new one once, with a cgroup namespace if asked`() async {
    for isNew in [false, true] {
      await #expect(processExitsWith: .success) { [isNew = isNew as Bool] in
        let before = Self.link("cgroup")
        #expect(OwnThread.step(csandbox_new_session(isNew ? 1 : 0)) == 0)
        #expect(getsid(0) == getpid() && (Self.link("cgroup") != before) == isNew)
        let after = Self.link("cgroup")
        #expect(csandbox_new_session(1) == -EPERM && Self.link("cgroup") == after)
      }
    }
  }

  @Test func `a limit is the smaller of its value and the inherited one, soft and hard`() async {
    await #expect(processExitsWith: .success) {
      var inherited = rlimit(rlim_cur: 50, rlim_max: 100)
      try #require(setrlimit(__rlimit_resource_t(12), &inherited) == 0)
      let wanted: [(UInt32, UInt64, UInt64)] = [(4, 1, 1), (1, 1 << 30, 1 << 30), (12, 200, 100), (11, 70, 70)]
      let list = wanted.map { csandbox_limit(resource: $0.0, zero: 0, value: $0.1) }
      var index: Int32 = -7
      #expect(OwnThread.step(csandbox_limit(list, 4, &index)) == 0 && index == 3)
      for (resource, _, value) in wanted {
        var found = rlimit()
        #expect(getrlimit(__rlimit_resource_t(resource), &found) == 0)
        #expect(found.rlim_cur == value && found.rlim_max == value, "\(resource)")
      }
      // PR_GET_THP_DISABLE.
      #expect(Self.prctl(42) == 1)
      let unknown = [csandbox_limit(resource: 12, zero: 0, value: 60), .init(resource: 99, zero: 0, value: 1), list[3]]
      #expect(csandbox_limit(unknown, 3, &index) == -EINVAL && index == 1)
      index = -7
      #expect(OwnThread.step(csandbox_limit(unknown, 0, &index)) == 0 && index == -7)
    }
  }

  @Test func `no capability remains, in any set`() async {
    await #expect(processExitsWith: .success) {
      // All three sets of capset, then one ambient: an exec would keep it.
      var header: (UInt32, Int32) = (0x2008_0522, 0)
      var sets: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) = (1, 1, 1, 0, 0, 0)
      let set = withUnsafeMutablePointer(to: &header) { header in
        withUnsafePointer(to: &sets) { KernelCall.make("capset", Int(bitPattern: header), Int(bitPattern: $0)) }
      }
      try #require(set == 0 && KernelCall.make("prctl", 47, 2, 0, 0) == 0)
      for name in ["CapInh", "CapPrm", "CapEff", "CapAmb"] { #expect(Self.row(name) == "0000000000000001") }
      #expect(OwnThread.step(csandbox_drop_capabilities()) == 0)
      for name in ["CapInh", "CapPrm", "CapEff", "CapAmb"] { #expect(Self.row(name) == Self.none) }
      #expect(Self.row("CapBnd") != Self.none && csandbox_drop_bounding_set() == -EPERM)
    }
    await #expect(processExitsWith: .success) {
      #expect(OwnThread.step(csandbox_drop_bounding_set()) == 0 && Self.row("CapBnd") == Self.none)
      // None is left to drop, which is not an error.
      #expect(OwnThread.step(csandbox_drop_bounding_set()) == 0)
    }
  }

  @Test func `an identity has its uid and gid everywhere and no groups`() async {
    await #expect(processExitsWith: .success) {
      try #require(setgroups(2, [54_321, 54_322]) == 0)
      #expect(OwnThread.step(csandbox_change_identity(61_003, 61_004)) == 0)
      #expect(Self.row("Uid") == "61003 61003 61003 61003" && Self.row("Gid") == "61004 61004 61004 61004")
      #expect(Self.row("Groups") == "" && csandbox_change_identity(61_003, 61_004) == -EPERM)
    }
  }

  @Test func `neither new privileges nor new code are possible afterwards`() async {
    await #expect(processExitsWith: .success) {
      // PR_GET_NO_NEW_PRIVS and PR_GET_MDWE.
      #expect(Self.prctl(39) == 0 && OwnThread.step(csandbox_no_new_privileges()) == 0 && Self.prctl(39) == 1)
      let isKnown = Self.prctl(66) >= 0
      #expect(OwnThread.step(csandbox_refuse_new_code()) == (isKnown ? 1 : 0))
      guard isKnown else { return }
      #expect(Self.prctl(66) == 1)
      let page = mmap(nil, 4_096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      #expect(page != MAP_FAILED && mprotect(page, 4_096, PROT_READ | PROT_EXEC) == -1 && errno == EACCES)
    }
  }

  @Test func `a process ends with its parent, and learns that the host is gone`() async {
    await #expect(processExitsWith: .success) {
      let pipe = try Descriptor.pipe()
      #expect(OwnThread.step(csandbox_follow_parent(pipe.write.number)) == 0)
      var signal: Int32 = 0
      // PR_GET_PDEATHSIG.
      let asked = withUnsafeMutablePointer(to: &signal) { Self.prctl(2, Int(bitPattern: $0)) }
      #expect(asked == 0 && signal == SIGKILL)
      let broken = try Descriptor.pipe().write
      #expect(csandbox_follow_parent(broken.number) == -EPIPE && csandbox_follow_parent(1_000) == -EPIPE)
    }
  }

  @Test func `a step into a directory, a group or a name reports what the kernel says`() async {
    await #expect(processExitsWith: .success) {
      let fixture = try SandboxFixture()
      #expect(OwnThread.step(csandbox_enter(fixture.directory)) == 0)
      #expect(FileSystem.link(at: "/proc/self/cwd") == FileSystem.resolved(fixture.directory))
      #expect(csandbox_enter("/nowhere") == -ENOENT)
      let directory = try Descriptor.open(#require(FileSystem.resolved(fixture.directory)), flags: O_RDONLY)
      #expect(csandbox_join_cgroup(directory.number) == -ENOENT && csandbox_join_cgroup(1_000) == -EBADF)
      #expect(FileManager.default.createFile(atPath: fixture.directory + "/cgroup.procs", contents: nil))
      #expect(OwnThread.step(csandbox_join_cgroup(directory.number)) == 0)
      #expect(try String(contentsOfFile: fixture.directory + "/cgroup.procs", encoding: .utf8) == "0")
      // CLONE_NEWUTS.
      try #require(KernelCall.make("unshare", 0x0400_0000) == 0)
      #expect(OwnThread.step(csandbox_set_host_name()) == 0)
      #expect(FileSystem.contents("/proc/sys/kernel/hostname") == "extension\n")
      // The kernel lets only one thread's process map ids, so the files of procfs refuse a second map.
      #expect(csandbox_map_identity(0, 0) == -EPERM)
    }
  }

  // MARK: Networks

  @Test func `a network is entered once, and only another one than the host's is accepted`() async {
    await #expect(processExitsWith: .success) {
      let home = csandbox_own_network()
      var isAway: Int32 = 7
      let network = csandbox_make_network(home, &isAway)
      try #require(home >= 0 && network >= 0 && isAway == 0)
      #expect(fcntl(home, F_GETFD) == FD_CLOEXEC && fcntl(network, F_GETFD) == FD_CLOEXEC)
      let own = Self.link("net")
      var reason: Int32 = 0
      #expect(OwnThread.step(csandbox_check_network(network, &reason)) == 0)
      let uts = open("/proc/self/ns/uts", O_RDONLY | O_CLOEXEC)
      for other in [home, uts, 0, 1_000] {
        reason = 0
        #expect(csandbox_check_network(other, &reason) == -EINVAL)
        #expect(reason == Int32(CSANDBOX_REASON_DESCRIPTOR_TYPE.rawValue))
      }
      OwnThread.run {
        #expect(Self.link("net") == own)
        let target = FileSystem.link(at: "/proc/self/fd/\(network)")
        #expect(OwnThread.step(csandbox_enter_network(network)) == 0 && Self.link("net") == target)
        #expect(fcntl(network, F_GETFD) == -1 && csandbox_enter_network(uts) == -EINVAL)
        #expect(csandbox_enter_network(1_000) == -EBADF)
      }
      #expect(Self.link("net") == own)
    }
  }

  @Test func `a thread reports that it can't return to its namespace, and stays where it may not leave`() async {
    await #expect(processExitsWith: .success) {
      let home = csandbox_own_network()
      let own = Self.link("net")
      OwnThread.run {
        let before = FileSystem.names(in: "/proc/self/fd")?.count
        var isAway: Int32 = 7
        #expect(csandbox_make_network(-1, &isAway) == -EBADF && isAway == 1 && Self.link("net") != own)
        #expect(FileSystem.names(in: "/proc/self/fd")?.count == before)
      }
      OwnThread.run {
        // Only this thread gives its rights up.
        #expect(KernelCall.make("setresuid", 61_005, 61_005, 61_005) == 0)
        var isAway: Int32 = 7
        #expect(csandbox_make_network(home, &isAway) == -EPERM && isAway == 0 && Self.link("net") == own)
      }
    }
  }

  // MARK: Landlock

  /// Whether the calling thread may bind a port and signal its parent.
  private static func freedom() -> (network: Bool, signals: Bool) {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, socklen_t(16)) }
    }
    return (bound == 0, kill(getppid(), 0) == 0)
  }

  @Test(.enabled(if: csandbox_landlock_abi() >= 6, "needs Landlock of ABI 6"))
  func `Landlock restricts what the plan's ABI has, and a thread only once it is enforced`() async {
    await #expect(processExitsWith: .success) {
      for abi in 3...6 as ClosedRange<UInt32> {
        OwnThread.run {
          var plan = csandbox_plan()
          (plan.landlock_abi, plan.landlock_fs, plan.landlock_net, plan.landlock_scoped) = (abi, 0x7fff, 1, 2)
          var index: Int32 = -7
          let text = strdup("/usr")
          defer { free(text) }
          plan.rules.0 = csandbox_rule(rights: 12, path: UnsafePointer(text!))
          plan.rule_count = 1
          let ruleset = OwnThread.step(csandbox_prepare_landlock(&plan, &index))
          #expect(ruleset >= 0 && index == -1)
          #expect(open("/etc/hosts", O_RDONLY | O_CLOEXEC) >= 0)
          // Ours to restrict, since this thread has all rights.
          #expect(OwnThread.step(csandbox_enforce(ruleset)) == 0 && fcntl(ruleset, F_GETFD) == -1)
          #expect(csandbox_enforce(ruleset) == -EBADF)
          #expect(open("/etc/hosts", O_RDONLY | O_CLOEXEC) == -1 && errno == EACCES)
          #expect(open("/usr/bin", O_RDONLY | O_DIRECTORY | O_CLOEXEC) >= 0)
          let freedom = Self.freedom()
          #expect(freedom.network == (abi < 4) && freedom.signals == (abi < 6), "\(abi)")
          plan.rule_count = 2
          plan.rules.1 = csandbox_rule(rights: 0, path: UnsafePointer(text!))
          #expect(csandbox_prepare_landlock(&plan, &index) == -ENOMSG && index == 1)
          plan.landlock_fs = 1 << 60
          #expect(csandbox_prepare_landlock(&plan, &index) == -EINVAL && index == -1)
        }
      }
    }
  }
}
