// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

extension Attack {
  /// FS: files of others.
  static let files: [Attack] = [
    Attack("FS01.open", "open the usage database", .closed),
    Attack("FS02.dot-dot", "reach the database from its bundle by ..", .closed),
    Attack("FS03.self-root", "reach the database through /proc/self/root", .closed),
    Attack("FS04.links", "read the host's links in /proc", .refused([ENOENT, EACCES, EPERM, EINVAL])),
    Attack("FS05.link", "hard-link the database into the container", .closedTo(EXDEV), in: confinedOnly),
    Attack("FS06.symlink", "read the database through its own symlink", .closed, in: confinedOnly),
    Attack("FS06.planted", "read the database through a planted symlink", .closed, in: confinedOnly),
    Attack("FS07.append", "append to the database", .closed),
    Attack("FS08.truncate", "truncate the database", .closed),
    Attack("FS09.unlink", "unlink or rename the database", .closedTo(EXDEV)),
    Attack("FS10.chmod", "change the database's mode", .closedTo(EROFS)),
    Attack("FS11.setxattr", "tag the database with an attribute", .closedTo(EROFS)),
    Attack(
      "FS12.stat", "observe the database's size and time", .refused([ENOENT, EPERM]),
      concededIn: [.flatConfined]),
    Attack("FS13.access", "find out which files exist", .uniform([ENOENT, EPERM]), concededIn: [.flatConfined]),
    Attack(
      "FS13.readlink", "find out which files exist by readlink", .uniform([ENOENT, EPERM]),
      concededIn: [.flatCompute, .flatConfined]),
    Attack("FS14.chdir", "enter the host's directories", .closedTo(EBADF), concededIn: [.flatConfined]),
    Attack("FS15.inotify", "watch the database's directory", .denied),
    Attack("FS16.fanotify", "watch whole mounts", .killed),
    Attack("FS17.dnotify", "watch a directory by signal", .refused([EPERM, EBADF])),
    Attack("FS18.flock", "lock a file of the bundle", .refused([EPERM, EBADF])),
    Attack(
      "FS19.walk", "walk all reachable directories", .contained(onlyTheView),
      in: [.sealedCompute, .sealedFiles, .confined], except: [.sealedCompute: .denied]),
    Attack("FS20.system", "read the system's files", .closed),
    Attack("FS21.neighbour", "read another family's container and bundle", .closed),
    Attack("FS22.dot-files", "read the account's dot files", .closed),
    Attack("FS23.bundle", "write to its bundle", .refused([EROFS, EACCES, EPERM])),
    Attack("FS24.bundle-mode", "change the mode of a bundle file", .refused([EPERM, EROFS])),
    Attack("FS25.bundle-times", "change the times of a bundle file", .refused([EPERM, EROFS, EBADF])),
    Attack("FS37.name", "get a file's handle", .denied),
    Attack("FS37.open", "open a file by its handle", .killed),
    Attack("FS41.devices", "open devices", .closed),
    Attack("FS42.settings", "write the kernel's settings", .refused([ENOENT, EROFS, EACCES, EPERM])),
    Attack("FS43.cgroup", "move to another control group", .closed),
  ]

  /// FS: creating, moving and mounting.
  static let moves: [Attack] = [
    Attack("FS26.state", "create a directory in the host's state", .closed),
    Attack("FS27.leave", "leave files in the host's temporary directories", .unchanged),
    Attack("FS28.symlink", "plant a symlink for the host to follow", .refused([EPERM, EACCES]), in: confinedOnly),
    Attack("FS29.fifo", "plant a FIFO for the host to wait on", .refused([EPERM, EACCES]), in: confinedOnly),
    Attack("FS30.devices", "create device files", .refused([EPERM, EACCES]), in: confinedOnly),
    Attack("FS30.whiteout", "create a device file by a rename", .denied, in: confinedOnly),
    Attack("FS31.chmod", "make its own file set-id", .denied, in: confinedOnly),
    Attack("FS31.creation", "create a file as set-id", .denied, in: confinedOnly),
    Attack("FS32.container", "run a program written to the container", .closed, in: confinedOnly),
    Attack(
      "FS32.tmp", "run a program written to /tmp", .closed, in: [.sealedFiles, .confined, .flatConfined]),
    Attack(
      "FS33.container", "replace the container with a symlink",
      .refused([EBUSY, EXDEV, EPERM, EACCES, ENOENT, EROFS, EEXIST]), in: confinedOnly),
    Attack("FS34.names", "create names that write to a terminal", .contained(made), in: confinedOnly),
    Attack("FS35.depth", "nest directories to overflow a walk", .contained(budgetIsNoticed), in: confinedOnly),
    Attack("FS36.inodes", "create files endlessly", .contained(budgetIsNoticed), in: [.confined]),
    Attack("FS38.chroot", "escape from a chroot", .killed),
    Attack("FS39.tmpfs", "mount a tmpfs over the view", .killed),
    Attack("FS39.bind", "bind the root over the view", .killed),
    Attack("FS39.umount", "unmount the bundle", .killed),
    Attack("FS39.pivot", "change the root", .killed),
    Attack("FS39.new-calls", "mount with the new system calls", .denied),
    Attack(
      "FS40.descriptor", "escape through a directory that was moved", .refused([ENOENT, EACCES, EPERM]),
      in: confinedOnly),
  ]
}

extension Expectation {
  static func closedTo(_ more: Int32...) -> Expectation { .refused(Set([ENOENT, EACCES, EPERM] + more)) }
}

extension Attack {
  /// FS19: sees only the view of `sandbox.md#what-an-extension-sees`.
  private static let onlyTheView: @Sendable (Observation) -> String? = { observation in
    if let open = observation.steps.first(where: { $0.errno == 0 }) { return "it opened \(open.name)" }
    let view: Set<String> = [
      "/bundle", "/container", "/tmp", "/proc", "/usr", "/lib", "/lib32", "/lib64", "/bin", "/etc",
      "/bundle/asset", "/bundle/sallyport-attack",
    ]
    let seen = observation.shown.map { String(decoding: $0, as: UTF8.self) }
    guard seen.contains("/bundle/asset") else { return "it could not even list its bundle" }
    let more = seen.filter { !view.contains($0) }
    return more.isEmpty ? nil : "it saw \(more.joined(separator: " "))"
  }

  private static let made: @Sendable (Observation) -> String? = { observation in
    observation.value("made") == 7 ? nil : "the names were not created, so nothing was tried"
  }

  /// The host reports a container over its budget, and mounts it read-only at the next launch.
  private static let budgetIsNoticed: @Sendable (Observation) -> String? = { observation in
    observation.containerExcess == nil ? "the host did not notice that the container is over its budget" : nil
  }
}
