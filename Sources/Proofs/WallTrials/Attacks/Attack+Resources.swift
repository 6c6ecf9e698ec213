// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Sandboxing

extension Attack {
  /// RE: resource exhaustion. The limits are those of `sandbox.md#layers` for a point with the trial's budget.
  static let resources: [Attack] = [
    Attack(
      "RE01.private", "allocate private memory endlessly", .contained(endsAtBudget), in: oncePerProfile),
    Attack(
      "RE02.shared", "allocate shared memory endlessly", .contained(noSharedMemory), in: oncePerProfile),
    Attack(
      "RE02.reserve", "reserve addresses endlessly", .contained { Self.bounded($0, "VmPeak", 2048 + 16) },
      in: oncePerProfile),
    Attack("RE02.memfd", "allocate memory by descriptors", .denied),
    Attack("RE02.mappings", "create mappings endlessly", .contained(mappings), in: oncePerProfile),
    Attack(
      "RE03.places", "fill the root and /tmp", .contained(scratchHolds), in: [.confined, .sealedFiles]),
    Attack("RE04.pipes", "create pipes endlessly", .contained { Self.count($0, "pipes", below: 64) }),
    Attack("RE05.stack", "recurse until the stack overflows", .contained(crashesAlone)),
    Attack("RE06.fork", "fork endlessly", .denied),
    Attack("RE07.threads", "start threads endlessly", .contained { Self.count($0, "threads", below: 130) }),
    Attack("RE08.epoll", "create epoll instances endlessly", .contained { Self.count($0, "instances", below: 64) }),
    Attack("RE09.timers", "create timers endlessly", .contained { Self.count($0, "descriptors", below: 64) }),
    Attack("RE10.limit", "keep every core busy until the CPU limit", .contained(cpuEnds), in: [.sealedCompute]),
    Attack("RE10.deadline", "keep every core busy until the host's deadline", .contained(endsByKill)),
    Attack("RE11.file", "write a large file", .contained(fileEnds)),
    Attack("RE15.crash", "crash with secrets in memory", .contained(crashesAlone)),
    Attack("RE16.oom", "make the kernel kill the host first", .refused([EROFS, EACCES, EPERM, ENOENT])),
    Attack("RE17.log", "print endlessly", .contained(pipeHolds)),
  ]

  /// The limits are the same with and without namespaces, and these attacks take long.
  private static let oncePerProfile: Set<SandboxVariant> = [.sealedCompute, .confined]

  /// Checks a field of `/proc/<pid>/status` that the host read while the attack waited.
  private static func bounded(_ observation: Observation, _ field: String, _ mebibytes: Int) -> String? {
    guard let text = observation.status[field]?.split(separator: " ").first, let size = Int(text) else {
      return "\(field) could not be read"
    }
    return size <= mebibytes * 1024 ? nil : "\(field) reached \(size / 1024) MiB"
  }

  /// The trial's budget is 64 MiB.
  private static let endsAtBudget: @Sendable (Observation) -> String? = { observation in
    guard observation.memoryExcess != nil else { return "the host did not end it" }
    return observation.residentPeak <= 80 << 20 ? nil : "it used \(observation.residentPeak >> 20) MiB"
  }

  /// The filter allows no anonymous shared memory, because only the address space would limit it.
  private static let noSharedMemory: @Sendable (Observation) -> String? = { observation in
    guard let mebibytes = observation.value("mebibytes") else { return "nothing was reported" }
    return mebibytes == 0 ? nil : "it took \(mebibytes) MiB"
  }

  private static func count(_ observation: Observation, _ name: String, below limit: Int) -> String? {
    guard let value = observation.value(name) else { return "nothing was reported" }
    return value < limit ? nil : "it created \(value) \(name)"
  }

  /// 65,530 is the kernel's own limit; without a control group there is no lower one.
  private static let mappings: @Sendable (Observation) -> String? = { observation in
    count(observation, "mappings", below: 65_600)
  }

  private static let scratchHolds: @Sendable (Observation) -> String? = { observation in
    if let open = observation.steps.first(where: { $0.errno == 0 }) { return "\(open.name) was writable" }
    let limit = observation.wall == .confined ? (8 << 20, 1024) : (1 << 20, 64)
    guard let bytes = observation.value("bytes"), let files = observation.value("files") else {
      return "nothing was reported"
    }
    return bytes <= limit.0 && files <= limit.1 ? nil : "/tmp took \(bytes) bytes and \(files) files"
  }

  private static let crashesAlone: @Sendable (Observation) -> String? = { observation in
    guard case .signalled(let signal)? = observation.exit, [SIGSEGV, SIGABRT, SIGBUS, SIGILL].contains(signal) else {
      return "it did not crash, so nothing was tried"
    }
    return observation.containerNames.contains { $0.hasPrefix("core") } ? "a core file was written" : nil
  }

  /// The CPU budget of 0 seconds ends it after one second.
  private static let cpuEnds: @Sendable (Observation) -> String? = { observation in
    guard case .signalled(let signal)? = observation.exit, [SIGKILL, SIGXCPU].contains(signal) else {
      return "nothing ended it"
    }
    return observation.endedByHost ? "its CPU limit did not end it" : nil
  }

  private static let fileEnds: @Sendable (Observation) -> String? = { observation in
    let limits = ["container": 8 << 20, "scratch": observation.wall == .sealedFiles ? 1 << 20 : 8 << 20]
    for (place, limit) in limits {
      guard let size = observation.value(place) else { return "nothing was reported" }
      if size > limit { return "a file of \(size) bytes was written to the \(place)" }
      if observation.wall == .sealedCompute && size >= 0 { return "a file was opened" }
    }
    return nil
  }

  /// Output that is not read stays in the pipe, whose size is limited.
  private static let pipeHolds: @Sendable (Observation) -> String? = { observation in
    guard let bytes = observation.value("bytes"), bytes > 0 else { return "nothing was printed" }
    return observation.logBytes <= 1 << 20 ? nil : "the log took \(observation.logBytes) bytes"
  }
}
