// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Sandboxing

extension Attack {
  /// NW: communication over the network.
  static let network: [Attack] = [
    Attack("NW01.loopback", "connect to the host by TCP", .denied),
    Attack("NW02.outside", "connect outside the machine", .denied),
    Attack("NW03.fast-open", "connect with TCP Fast Open", .refused([EPERM, EBADF])),
    Attack("NW04.transports", "use SCTP, MPTCP, DCCP, SMC or TIPC", .denied),
    Attack("NW05.datagram", "send a datagram to the host", .refused([EPERM, EBADF])),
    Attack("NW06.name", "resolve a name that contains a secret", .refused([EPERM, EBADF])),
    Attack("NW07.listen", "listen on all interfaces", .refused([EPERM, EBADF])),
    Attack("NW08.raw", "open raw, ICMP, packet and netlink sockets", .denied),
    Attack("NW09.families", "open sockets of rare families", .denied),
    Attack("NW10.vsock", "connect to the hypervisor", .denied),
    Attack("NW11.path", "connect to UNIX sockets by path", .denied),
    Attack("NW12.abstract", "connect to an abstract UNIX socket", .refused([EPERM, EBADF])),
    Attack("NW13.launder", "pass descriptors through a socket pair", .refused([EPERM, ENOTSOCK])),
    Attack("NW14.setup", "create an io_uring", .refused([ENOSYS])),
    Attack("NW14.enter", "enter an io_uring", .killed),
    Attack("NW14.register", "register with an io_uring", .killed),
    Attack("KS01.setup", "create an io_uring", .refused([ENOSYS])),
  ]

  /// IP: shared memory, semaphores, queues, keyrings, locks.
  static let ipc: [Attack] = [
    Attack("IP01.segment", "attach the host's shared memory", .denied),
    Attack("IP02.channel", "create shared memory as a channel", .denied),
    Attack("IP03.semaphore", "change the host's semaphore", .denied),
    Attack("IP04.queue", "open the host's message queue", .denied),
    Attack("IP05.add_key", "add to the account's keyring", .killed),
    Attack("IP06.parent", "replace the parent's session keyring", .killed),
    Attack("IP07.request_key", "start the key helper", .killed),
    Attack("IP08.mapping", "share a writable mapping", .refused([ENOENT, EACCES, EPERM, EROFS, EBADF, ENODEV])),
    Attack("IP09.locks", "lock a runtime file", .refused([EPERM, EBADF])),
  ]

  /// IH: resources inherited from the host.
  static let inherited: [Attack] = [
    Attack("IH01.read", "read from leaked descriptors", .refused([EBADF])),
    Attack("IH02.write", "write to leaked descriptors", .refused([EBADF])),
    Attack("IH03.terminal", "type into a leaked terminal", .refused([EBADF, EPERM])),
    Attack("IH04.environment", "read secrets from the environment", .contained(constantEnvironment)),
    Attack("IH05.directory", "use the launch directory", .closed),
    Attack("IH06.terminal", "open the terminal", .closedTo(ENXIO)),
    Attack("IH07.signals", "use inherited signal settings", .contained(defaultSignals)),
    Attack("IH08.timers", "use inherited timers", .contained(noTimers)),
    Attack("IH09.habits", "use inherited locks and scheduling settings", .contained(defaultHabits)),
    Attack("IH10.keyring", "use the host's session keyring", .killed),
    Attack("IH11.log", "read earlier log lines back", .contained(ownPipeAtMost)),
    Attack(
      "IH12.request", "send itself requests",
      .residual("an extension that writes to its own request pipe affects only itself"), in: confinedOnly),
    Attack(
      "IH13.names", "read the machine's names and ids", .contained(constantNames),
      concededIn: [.flatConfined, .flatCompute],
      missing: .ownUTSNamespace),
  ]

  private static let constantEnvironment: @Sendable (Observation) -> String? = { observation in
    let seen = observation.shown.map { String(decoding: $0, as: UTF8.self) }
    let names = seen.map { $0.prefix { $0 != "=" } }
    let listed = ["SALLYPORT_WIRE", "LANG", "TZ", "HOME", "TMPDIR", "SWIFT_BACKTRACE", "MALLOC_ARENA_MAX"]
    return names.map(String.init) == listed ? nil : "the environment is \(names.joined(separator: " "))"
  }

  private static let defaultSignals: @Sendable (Observation) -> String? = { observation in
    for name in ["SigBlk", "SigIgn"] where observation.status[name] != "0000000000000000" {
      return "\(name) is \(observation.status[name] ?? "unknown")"
    }
    return nil
  }

  private static let noTimers: @Sendable (Observation) -> String? = { observation in
    observation.timers == "" ? nil : "a timer was inherited"
  }

  private static let defaultHabits: @Sendable (Observation) -> String? = { observation in
    observation.status["VmLck"] == "0 kB" ? nil : "locked memory was inherited"
  }

  private static let ownPipeAtMost: @Sendable (Observation) -> String? = { observation in
    observation.shown.isEmpty ? nil : "it read earlier log lines"
  }

  private static let constantNames: @Sendable (Observation) -> String? = { observation in
    guard observation.shown.map({ String(decoding: $0, as: UTF8.self) }) == ["extension"] else {
      return "the host's name or ids are visible"
    }
    return observation.steps.allSatisfy { $0.errno != 0 } ? nil : "an id could be opened"
  }
}
