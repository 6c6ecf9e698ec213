// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Glibc

/// The pipes of one launch. The child's ends are closed in the host once the launch is complete.
struct LaunchPipes {
  private let request: (read: Descriptor, write: Descriptor)
  private let reply: (read: Descriptor, write: Descriptor)
  private let log: (read: Descriptor, write: Descriptor)

  init() throws(LaunchError) {
    request = try Descriptor.pipe()
    reply = try Descriptor.pipe()
    log = try Descriptor.pipe()
  }

  /// The extension's descriptors 0–4, or 0–2 for standard streams.
  func childEnds(wire: LaunchWire) throws(LaunchError) -> [Descriptor] {
    switch wire {
    case .standardStreams: return [request.read, reply.write, log.write]
    case .fileDescriptors:
      // A pipe without a writer gives end of file at once. /dev/null would be an inode that all extensions share.
      let empty = try Descriptor.pipe().read
      return [empty, log.write, log.write, request.read, reply.write]
    }
  }

  /// Passes the host's ends to a process.
  ///
  /// - Parameter census: records the files that an unsealed process sees, and is checked for a sealed one.
  func process(
    pid: Int32, plan: LaunchPlan?, roll: ProcessRegistry?, census: ViewCensus? = nil
  ) throws(LaunchError) -> LaunchedProcess {
    let pidfd = csandbox_pidfd_open(pid)
    let entry: ProcessRegistry.Entry?
    var expectation: SealAudit.Expectation?
    do throws(LaunchError) {
      guard pidfd >= 0 else {
        throw LaunchError(stage: "host", errno: -pidfd, message: "process \(pid) could not be opened")
      }
      entry = try roll?.enter(pid: pid)
      if let plan { expectation = try SealAudit.Expectation(plan: plan, census: census) }
    } catch {
      // The child is not reaped yet, so the pid is still its own. Kill it: it could not be signalled or found later.
      _ = kill(pid, SIGKILL)
      _ = csandbox_wait_pid(pid)
      if pidfd >= 0 { close(pidfd) }
      throw error
    }
    return LaunchedProcess(
      pid: pid, pidfd: Descriptor(pidfd), request: request.write, reply: reply.read, log: log.read,
      group: plan?.group?.leaf, entry: entry, containerExcess: plan?.containerExcess,
      expectation: expectation)
  }
}
