// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

extension Attack {
  /// KS: the kernel's interface.
  static let kernel: [Attack] =
    calls + entries + [
      Attack("KS09.memfd", "create memory outside every limit", .denied),
      Attack("KS18.map", "map memory writable and executable", .refused([EPERM, EACCES])),
      Attack("KS19.protect", "make written memory executable", .refused([EPERM, EACCES])),
      Attack("KS19.own-file", "map its own file as code", .refused([EPERM, EACCES, EBADF]), in: confinedOnly),
      Attack("KS20.segment", "attach shared memory as code", .denied),
      Attack("KS21.mem", "write its own code through /proc", .refused([EROFS, EACCES, EPERM, ENOENT])),
      Attack("KS22.policy", "change memory policies, lock memory", .denied),
      Attack("KS23.pointers", "pass invalid pointers to the kernel", .unchanged),
    ]

  private static let calls: [Attack] = [
    Attack("KS02.userfaultfd", "handle page faults", .killed),
    Attack("KS03.perf", "measure itself with perf", .killed),
    Attack("KS03.bpf", "create a BPF map", .killed),
    Attack("KS04.keyctl", "use every key operation", .killed),
    Attack("KS05.init", "load a module", .killed),
    Attack("KS05.finit", "load a module by descriptor", .killed),
    Attack("KS05.delete", "remove a module", .killed),
    Attack("KS05.kexec", "load another kernel", .killed),
    Attack("KS05.kexec-file", "load another kernel by descriptor", .killed),
    Attack("KS07.syslog", "read the kernel's log", .denied),
    Attack("KS08.acct", "turn on process accounting", .killed),
    Attack("KS08.swapon", "add swap", .killed),
    Attack("KS08.swapoff", "remove swap", .killed),
    Attack("KS08.reboot", "restart the machine", .killed),
    Attack("KS08.quota", "change quotas", .killed),
    Attack("KS10.splice", "splice, tee and vmsplice", .denied),
    Attack("KS10.notifications", "create a queue for kernel events", .denied),
    Attack("KS11.timers", "create timers endlessly", .denied),
    Attack("KS12.landlock", "add its own rules and filters", .denied),
    Attack("KS15.beyond", "use system call numbers beyond the table", .refused([ENOSYS])),
    Attack("KS15.inside", "use system call numbers that no profile allows", .denied),
    Attack("KS16.wide", "hide values in the high words of arguments", .denied),
    Attack("KS17.ioctl", "use ioctl commands outside the list", .denied),
  ]

  /// Entry points that exist on x86_64 only.
  private static let entries: [Attack] = {
    #if arch(x86_64)
      [
        Attack("KS06.iopl", "raise the I/O privilege level", .killed),
        Attack("KS06.ioperm", "open an I/O port", .killed),
        Attack("KS06.ldt", "read the segment table", .killed),
        Attack("KS13.int-0x80", "enter the kernel through the 32-bit gate", .killed),
        Attack("KS13.x32", "enter the kernel through x32", .killed),
        Attack("KS14.vsyscall", "call the vsyscall page", .unchanged),
        Attack("KS24.arch_prctl", "use every other code of arch_prctl", .refused([EINVAL])),
      ]
    #else
      []
    #endif
  }()

  /// EX, CV, RS: data that a sealed process could leave behind, covert channels, and residual risks.
  static let exfiltration: [Attack] = [
    Attack("EX01.container", "write secrets to a container", .closedTo(EROFS), in: sealedOnly),
    Attack("EX02.runtime", "write secrets to the bundle or runtime", .closedTo(EROFS), in: sealedOnly),
    Attack("EX04.status", "send secrets in the exit status", .contained { _ in nil }, in: sealedOnly),
    Attack("EX05.log", "print secrets to the log", .contained(onlyTheLog), in: sealedOnly),
    Attack("EX09.pages", "measure page residency", .denied),
    Attack("CV01.time", "communicate through locks on the time namespace", .denied, in: confinedOnly),
    Attack("CV02.runtime", "communicate through locks on a runtime file", .denied),
    Attack("CV03.watch", "watch a runtime file being opened", .denied),
    Attack("CV04.name", "communicate through thread names", .contained(keepsItsName), in: sealedOnly),
    Attack("CV05.cache", "probe the page cache", .denied),
    Attack(
      "CV06.cgroup", "read the host's control group", .contained(namelessGroup), in: [.confined]),
    Attack(
      "IP10.sysinfo", "read load and free memory",
      .residual(
        "Swift's library stops a program for which this call fails; programs can pass on a few bits per second by it")),
    Attack(
      "RS01.release", "read the kernel's release",
      .residual("the C library reads it when a program starts, and can't do without")),
    Attack(
      "RS02.mountinfo", "read store paths from mountinfo",
      .residual("the kernel's list of mounted directories has their places on the computer"), in: [.confined]),
  ]

  private static let onlyTheLog: @Sendable (Observation) -> String? = { observation in
    observation.value("written") == nil ? "nothing was printed, so nothing was tried" : nil
  }

  private static let keepsItsName: @Sendable (Observation) -> String? = { observation in
    let name = observation.status["Name"] ?? ""
    return name.contains("s3cret") ? "its name is \(name) for all processes" : nil
  }

  private static let namelessGroup: @Sendable (Observation) -> String? = { observation in
    let lines = observation.shown.flatMap { String(decoding: $0, as: UTF8.self).split(separator: "\n") }
    let named = lines.filter { !$0.hasSuffix(":/") }
    return named.isEmpty ? nil : "it read \(named.joined(separator: ", "))"
  }
}
