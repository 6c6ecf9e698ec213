// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

@testable import Sandboxing

/// Compares a review with what a process launched from the same specification can reach.
@Suite struct PlanReviewTests {
  /// Everything below `/proc/<pid>/root` except the contents of a container, `/tmp` and a procfs.
  private func reachable(_ process: LaunchedProcess, showsProcesses: Bool) -> Set<PlanReview.Item> {
    let root = "/proc/\(process.pid)/root"
    let closed = ["/container", "/tmp"] + (showsProcesses ? ["/proc"] : [])
    var found: Set<PlanReview.Item> = []
    var pending = [""]
    while let directory = pending.popLast() {
      for name in FileSystem.names(in: "\(root)\(directory)/") ?? [] {
        let path = "\(directory)/\(name)"
        guard let status = FileSystem.status(root + path) else { continue }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
          found.insert(.init(path: path, kind: .directory))
          if !closed.contains(path) { pending.append(path) }
        case S_IFREG: found.insert(.init(path: path, kind: .file(bytes: Int64(status.st_size))))
        case S_IFLNK: found.insert(.init(path: path, kind: .link(to: FileSystem.link(at: root + path) ?? "")))
        default: found.insert(.init(path: path, kind: .special))
        }
      }
    }
    return found
  }

  private func check(_ specification: LaunchSpecification, on fixture: SandboxFixture) throws {
    let review = try PlanReview(specification)
    #expect(review.refusal == nil)
    let listed = try review.items()
    let process = try fixture.launcher.launch(specification)
    defer { process.close() }
    let reached = reachable(process, showsProcesses: review.showsProcesses)
    #expect(Set(listed) == reached, "\(Set(listed).symmetricDifference(reached))")
    #expect(listed.count == reached.count)
    #expect(listed.map(\.path) == listed.map(\.path).sorted())
    let mounts = SealAudit.lines(of: "mountinfo", process.pid)?.map { SealAudit.words(of: $0)[4] } ?? []
    let planned =
      ["/"] + review.places.filter { $0.link == nil }.map(\.target)
      + (review.scratch == nil ? [] : ["/tmp"]) + (review.showsProcesses ? ["/proc"] : [])
    #expect(Set(mounts) == Set(planned))
  }

  @Test func `lists exactly what a static program reaches`() throws {
    let fixture = try SandboxFixture()
    try check(try fixture.confined(), on: fixture)
    try check(try fixture.sealed(), on: fixture)
  }

  @Test func `lists exactly what a dynamic program reaches`() throws {
    let fixture = try SandboxFixture()
    try check(try fixture.confined(isStatic: false), on: fixture)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "needs /usr/bin/python3"))
  func `lists exactly what a script reaches`() throws {
    let fixture = try SandboxFixture()
    let bundle = try fixture.bundle("echo.py")
    for profile in [SandboxProfile.confined, .sealed(.files)] {
      let specification = LaunchSpecification(
        profile: profile, bundleDirectory: bundle, executable: "echo.py",
        limits: LaunchLimits(memoryMiB: 64, cpuSeconds: 5), interpreter: "/usr/bin/python3", wire: .standardStreams,
        identity: .init(uid: SandboxFixture.uid, gid: SandboxFixture.uid),
        runtimeImage: try fixture.image(for: bundle, executable: "echo.py", interpreter: "/usr/bin/python3"))
      try check(specification, on: fixture)
    }
  }

  @Test(arguments: ["/home", "/etc:/root", "$ORIGIN/../../.."])
  func `shows nothing of a program's own search path`(search: String) throws {
    let fixture = try SandboxFixture()
    func places(_ flags: [String], _ name: String) throws -> [String] {
      let bundle = fixture.directory + "/" + name
      try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
      try "int main(void) { return 0; }\n".write(toFile: bundle + ".c", atomically: true, encoding: .utf8)
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["cc", "-o", bundle + "/extension", bundle + ".c"] + flags
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
      let specification = LaunchSpecification(
        profile: .confined, bundleDirectory: bundle, executable: "extension",
        limits: LaunchLimits(memoryMiB: 64, cpuSeconds: 5),
        identity: .init(uid: SandboxFixture.uid, gid: SandboxFixture.uid),
        runtimeImage: try fixture.image(for: bundle))
      let review = try PlanReview(specification)
      return try review.items().map(\.path) + review.rules.map(\.path) + review.places.map(\.target)
    }
    #expect(try places(["-Wl,-rpath," + search], "hostile") == places([], "plain"))
  }

  @Test func `sorts calls as the filter of the plan answers them`() throws {
    let fixture = try SandboxFixture()
    for specification in [try fixture.sealed(), try fixture.confined(isStatic: false)] {
      let review = try PlanReview(specification)
      let calls = review.calls
      let numbers = Dictionary(
        uniqueKeysWithValues: review.plan.policy.architecture.table.names.map { ($0.value, $0.key) })
      let filter = FilterEvaluator(review.plan.filter, ticket: .init(path: 1, arguments: 2, environment: 3))
      func answers(_ name: String, _ arguments: [UInt64]) throws -> UInt32? {
        filter.answer(
          number: try #require(numbers[name]), arguments: arguments, architecture: review.plan.policy.architecture)
      }
      let odd = [UInt64](repeating: 0xdead_beef, count: 6)
      for name in calls.allowed { #expect(try answers(name, odd) == FilterAnswer.allow.code, "\(name)") }
      for name in calls.killing { #expect(try answers(name, odd) == FilterAnswer.kill.code, "\(name)") }
      for call in calls.conditional {
        #expect(try answers(call.name, odd) != FilterAnswer.allow.code, "\(call.name)")
        #expect(call.condition.contains("; otherwise "))
      }
      #expect(calls.allowed.count + calls.conditional.count + calls.killing.count + calls.refused == numbers.count)
      #expect(calls.instructions == review.plan.filter.instructions.count)
    }
  }

  @Test func `names every right of a rule`() {
    #expect(LandlockPolicy.Rights.program.words == ["read files", "execute"])
    #expect(LandlockPolicy.Rights.readWrite.words.count == 9)
    #expect(LandlockPolicy.Rights(rawValue: 1 << 6 | 1).words == ["execute", "right 64"])
  }

  @Test func `measures a container against its budget`() throws {
    let fixture = try SandboxFixture()
    let container = try fixture.container()
    #expect(try ContainerBudget.standard.use(of: container) == .init(bytes: 0, entries: 0, excess: nil))
    try Data(count: 4096).write(to: URL(filePath: container + "/file"))
    let use = try ContainerBudget(bytes: 1 << 20, entries: 4, depth: 4).use(of: container)
    #expect(use.entries == 1 && use.bytes >= 4096 && use.excess == nil)
    #expect(try ContainerBudget(bytes: 1, entries: 4, depth: 4).use(of: container).excess == .bytes(limit: 1))
    #expect(throws: LaunchError.self) { try ContainerBudget.standard.use(of: container + "/none") }
  }
}
