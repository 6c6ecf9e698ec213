// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Glibc
import Testing

@testable import Sandboxing

/// A launch without the code of the host: the test sends the launcher the bytes and descriptors of a plan, and keeps its reports
/// as they were sent. When it is made, its processes have ended.
struct RecordedLaunch {
  struct Failure: Equatable {
    var stage: UInt32
    var error: Int32
    var value: Int32

    init(_ stage: csandbox_stage, _ error: Int32, _ value: Int32 = 0) {
      (self.stage, self.error, self.value) = (stage.rawValue, error, value)
    }
  }

  private(set) var failures: [Failure] = []
  /// The process that became, or should have become, the extension.
  private(set) var handedOver: [pid_t] = []
  /// The statuses of `wait`, for the launcher and for the process that it made.
  private(set) var ends: [Int32] = []

  /// - Parameters:
  ///   - change: changes the records of the plan.
  ///   - more: descriptors after those that the plan lists.
  init(_ plan: LaunchPlan, more: [Descriptor] = [], _ change: (inout PlanRecords) -> Void = { _ in }) throws {
    var records = PlanRecords(plan.encoded())
    change(&records)
    let bytes = records.bytes
    let pipes = try LaunchPipes()
    let (status, launcher) = try Self.start(
      try pipes.childEnds(wire: plan.wire), Descriptor(unsafe csandbox_sealed_memory(bytes, bytes.count)),
      plan.listedDescriptors + more.map(\.number))
    withExtendedLifetime(more) {}
    var record = csandbox_status()
    // A program that was started keeps running, and its copy of the pipe is closed then.
    while unsafe csandbox_read_status(status.number, &record, 20_000) == 1 {
      if record.kind == CSANDBOX_STATUS_HANDED_OVER {
        handedOver.append(record.value)
      } else {
        failures.append(Failure(csandbox_stage(record.stage), record.error, record.value))
      }
    }
    // A number that is not a process's would name this process's group, or every process.
    let processes = handedOver.filter { $0 > 1 }
    if failures.isEmpty { for pid in processes.isEmpty ? [launcher] : processes { kill(pid, SIGKILL) } }
    ends = ([launcher] + processes.filter { $0 != launcher }).map { csandbox_wait_pid($0) }
  }

  /// Closes the launcher's ends when it returns, so that the status pipe can end.
  private static func start(
    _ ends: [Descriptor], _ memory: Descriptor, _ listed: [Int32]
  ) throws -> (status: Descriptor, launcher: pid_t) {
    let status = try Descriptor.pipe()
    var sources = ends.map(\.number)
    while sources.count < 5 { sources.append(-1) }
    sources += [memory.number, status.write.number] + listed
    let path = SandboxFixture.launcherPath
    let targets = try SpawnTargets(sources, holding: ends + [memory, status.write])
    let launcher = try targets.spawn(path) { numbers, pid in
      unsafe csandbox_spawn(path, numbers, numbers.count, &pid)
    }
    return (status.read, launcher)
  }
}

extension PlanRecords {
  /// The records of a plan that the host encoded.
  init(_ plan: [UInt8]) {
    self.init()
    var at = 16
    while at < plan.count {
      let length = (0..<4).reduce(0) { $0 | Int(plan[at + 4 + $1]) << (8 * $1) }
      records[UInt32(plan[at])] = Array(plan[at + 8..<at + 8 + length])
      at += 8 + length
    }
  }
}

/// System calls that the C library's module doesn't declare for Swift.
enum KernelCall {
  private typealias Function = @convention(c) (Int, Int, Int, Int, Int, Int, Int) -> Int

  /// - Returns: what `syscall` returns: -1 with `errno`, or the kernel's result.
  @discardableResult static func make(
    _ name: String, _ first: Int = 0, _ second: Int = 0, _ third: Int = 0, _ fourth: Int = 0
  ) -> Int {
    let number = SeccompPolicy.Architecture.native.table.numbers[name]
    precondition(number != nil, "\(name) is not a system call of this machine")
    // SAFETY: `syscall` takes its arguments in the registers of this type.
    return unsafe unsafeBitCast(dlsym(nil, "syscall"), to: Function.self)(
      Int(number ?? 0), first, second, third, fourth, 0, 0)
  }
}
