// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Sandboxing

extension Attack {
  private static let gone = Expectation.refused([EPERM, ESRCH])

  /// PR: existing processes, and new ones.
  static let processes: [Attack] = [
    Attack(
      "PR01.list", "list processes", .contained(seesNobody), concededIn: [.flatConfined], missing: .ownPIDNamespace),
    Attack(
      "PR02.stat", "count processes with stat", .contained(seesNobody), concededIn: [.flatConfined],
      missing: .ownPIDNamespace),
    Attack("PR03.cmdline", "read the host's command line", .closed),
    Attack("PR04.mem", "read the host's memory through /proc", .closed),
    Attack("PR12.seize", "seize the host by ptrace", .killed),
    Attack("PR12.attach", "attach to the host by ptrace", .killed),
    Attack("PR12.traceme", "become a tracee", .killed),
    Attack("PR13.readv", "read the host's memory", .killed),
    Attack("PR13.writev", "write the host's memory", .killed),
    Attack("PR14.kcmp", "compare itself with the host by kcmp", .killed),
    Attack("PR15.pages", "move the host's pages", gone),
    Attack("PR16.prlimit", "lower the host's limits", gone),
    Attack("PR17.setpriority", "slow the host down", gone),
    Attack("PR18.affinity", "pin the host to one core", gone),
    Attack("PR19.ioprio", "lower the host's disk priority", gone),
    Attack("PR20.oracles", "find out which processes exist", .uniform([EPERM, ESRCH])),
    Attack("PR21.fork", "fork and spawn", .refused([EPERM, ENOSYS])),
    Attack("PR22.sibling", "become the host's child", .refused([EPERM, ENOSYS])),
    Attack("PR22.threads", "create threads with a pidfd, another parent or a tracer", .denied),
    Attack("PR23.outlive", "outlive the request by a double fork", .denied),
    Attack("PR24.pdeathsig", "clear the signal sent at the host's exit", .denied),
    Attack("PR25.dumpable", "change who may dump it", .denied),
    Attack("PR26.ptracer", "allow any tracer", .refused([EPERM, EINVAL])),
    Attack("PR27.unshare", "unshare a user namespace", .killed),
    Attack("PR27.setns", "enter a namespace", .killed),
    Attack("PR27.clone", "clone a user namespace", .denied),
    Attack("PR27.clone3", "clone3 a user namespace", .refused([ENOSYS])),
    Attack("PR28.shell", "run a shell", .closed),
    Attack("PR29.set-id", "run a set-uid-root program", .closed),
    Attack("PR30.memfd", "run a program from memory", .denied),
    Attack("PR31.path", "run its program again by path", .denied),
    Attack("PR31.descriptor", "run its program again by descriptor", .denied),
    Attack("PR37.absolute", "run its program again by absolute path", .denied),
    Attack("PR37.directory", "run its program again relative to a directory", .denied),
    Attack("PR37.loader", "run its program again through the loader", .denied),
    Attack("PR37.pointers", "run its program again with every pointer it finds", .denied),
    Attack("PR32.root", "become root", .refused([EPERM, EINVAL])),
    Attack("PR33.personality", "change the personality", .denied),
  ]

  /// PR: signals.
  static let signals: [Attack] = [
    Attack("PR05.kill", "kill or stop the host", gone),
    Attack("PR06.everybody", "signal every process", gone),
    Attack("PR07.group", "signal the launcher's process group", gone),
    Attack("PR08.oracle", "find out by kill which processes exist", .contained(oneAnswerForAll)),
    Attack("PR09.forged", "queue forged signals", gone),
    Attack("PR10.pidfd", "open a pidfd of the host", gone),
    Attack("PR11.descriptors", "signal through any descriptor", .refused([EPERM, EBADF])),
    Attack("PR11.getfd", "take descriptors from a process", .killed),
    Attack("PR34.deaf", "ignore every signal and stop", .contained(endsByKill)),
  ]

  private static let seesNobody: @Sendable (Observation) -> String? = { observation in
    if let error = observation.steps.first(where: { $0.errno == 0 }) { return "\(error.name) succeeded" }
    guard let others = observation.value("others") else {
      return observation.steps.isEmpty ? "nothing was reported" : nil
    }
    return others == 0 ? nil : "it saw \(others) other processes"
  }

  private static let oneAnswerForAll: @Sendable (Observation) -> String? = { observation in
    guard observation.value("alive") == 0, observation.value("different") == 0 else {
      return "the answers differ between existing and absent processes"
    }
    return observation.steps.allSatisfy { [EPERM, ESRCH].contains($0.errno) } ? nil : "the host could be signalled"
  }

  static let endsByKill: @Sendable (Observation) -> String? = { observation in
    guard observation.hasFinished else { return "it exited early" }
    return observation.exit == .signalled(SIGKILL) ? nil : "SIGKILL did not end it"
  }
}
