// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Turns a specification into a plan and makes the plan checks that the host can make.
struct PlanBuilder {
  private let specification: LaunchSpecification
  private let isRoot: Bool
  private let landlockABI: Int32

  init(_ specification: LaunchSpecification, landlockABI: Int32) {
    self.specification = specification
    self.landlockABI = landlockABI
    isRoot = geteuid() == 0
  }

  func build() throws(LaunchError) -> LaunchPlan {
    try checkText()
    let identity = try checkedIdentity()
    let namespaces = try requestedNamespaces()
    let isFlat = namespaces.isEmpty
    let bundle = try openBundle()
    let script = try openProgram(in: bundle)
    let container = try openContainer(owner: isRoot ? identity.uid : geteuid())
    let sources = try SourceList(specification)
    let program = try program(script: script)
    let linkMode = try ELFFile(program: program.file, named: program.path).linkMode
    let runtime = try RuntimeView(
      profile: specification.profile, linkMode: linkMode, image: specification.runtimeImage)
    if isFlat { try checkFlat(linkMode, identity) }

    var view = [ViewEntry(target: InnerPath.bundle, source: .tree(bundle))]
    // A container over its budget is read-only until the host has dealt with it.
    let excess = specification.containerIsWritable ? container.flatMap(specification.containerBudget.excess(of:)) : nil
    let containerIsWritable = specification.containerIsWritable && excess == nil
    if let container {
      view.append(
        ViewEntry(
          target: InnerPath.container, source: .tree(container), isWritable: containerIsWritable, isExecutable: false))
    }
    view += runtime.entries
    let showsProcesses =
      specification.profile == .confined && !specification.grantsLocks && namespaces.contains(.ownPIDNamespace)
    let scratch = isFlat ? nil : scratch
    var policy = SeccompPolicy(
      profile: specification.profile, linkMode: linkMode, grantsLocks: specification.grantsLocks)
    // A process has one listener, and that of a writable container is needed.
    let countsRefusals = specification.countsRefusals && !containerIsWritable
    if countsRefusals { policy.refusals = .left }
    let subject = LandlockPolicy.Subject(
      program: onHost(program.path, isFlat), bundle: onHost(InnerPath.bundle, isFlat),
      container: container.map { _ in onHost(InnerPath.container, isFlat) }, containerIsWritable: containerIsWritable,
      isDynamic: linkMode == .dynamic, runtime: runtimeDirectory(isFlat), showsProcesses: showsProcesses,
      hasScratch: scratch != nil)
    return LaunchPlan(
      mode: isRoot ? .root : .unprivileged, isSealed: specification.profile != .confined, namespaces: namespaces,
      wire: specification.wire,
      showsProcesses: showsProcesses, arguments: program.arguments.map { onHost($0, isFlat) },
      environment: specification.environment(isFlat: isFlat),
      executablePath: onHost(program.path, isFlat), executable: program.file,
      executableOwner: geteuid(), view: isFlat ? [] : view, sources: sources, scratch: scratch,
      limits: specification.limits.values(
        profile: specification.profile, perUID: isRoot,
        largestFile: containerIsWritable ? specification.containerBudget.largestFile : LaunchLimits.largestFile),
      identity: identity, landlock: try landlock(subject),
      policy: policy, filter: policy.program,
      directory: onHost(container == nil ? "/" : InnerPath.container, isFlat), containerExcess: excess,
      watch: containerIsWritable ? try watch() : nil, refusals: countsRefusals ? try ListenerSocket() : nil)
  }

  private func watch() throws(LaunchError) -> ContainerWatch? {
    guard let path = specification.containerDirectory else { return nil }
    return try ContainerWatch(path: path, budget: specification.containerBudget)
  }

  /// A path of the view on the host: a flat launch has no view, and Landlock grants access to the host's paths instead.
  private func onHost(_ path: String, _ isFlat: Bool) -> String {
    guard isFlat else { return path }
    let place =
      if FileSystem.path(path, isWithin: InnerPath.bundle) {
        specification.bundleDirectory + path.dropFirst(InnerPath.bundle.count)
      } else if path == InnerPath.container {
        specification.containerDirectory ?? path
      } else {
        path
      }
    // The launcher accepts plain paths only, without doubled slashes.
    return "/" + place.split(separator: "/").joined(separator: "/")
  }

  /// The image; on a flat launch, the system's time zones if it has them.
  private func runtimeDirectory(_ isFlat: Bool) -> String? {
    guard specification.profile != .sealed(.compute) else { return nil }
    guard isFlat else { return specification.runtimeImage.map { _ in InnerPath.runtime } }
    return FileSystem.isDirectory(InnerPath.zones) ? InnerPath.zones : nil
  }

  private var scratch: (bytes: UInt32, inodes: UInt32)? {
    switch specification.profile {
    case .sealed(.compute): nil
    case .sealed(.files): (1 << 20, 64)
    case .confined: (8 << 20, 1024)
    }
  }
}

// MARK: - Checks

extension PlanBuilder {
  private func checkText() throws(LaunchError) {
    let texts =
      [specification.timeZone, specification.executable, specification.interpreter ?? ""]
      + specification.interpreterArguments
    guard texts.allSatisfy({ !$0.utf8.contains(0) && $0.utf8.count < 4096 }) else {
      throw .plan("a name in the specification holds a zero byte or is too long")
    }
    let components = specification.executable.split(separator: "/", omittingEmptySubsequences: false)
    guard !components.contains(where: { ["", ".", ".."].contains($0) }) else {
      throw .plan("the executable \(specification.executable) is not a plain relative path")
    }
  }

  private func checkedIdentity() throws(LaunchError) -> LaunchSpecification.Identity {
    guard isRoot else { return LaunchSpecification.Identity(uid: geteuid(), gid: getegid()) }
    guard let identity = specification.identity else {
      throw .plan("a root host has to give every extension a uid", remedy: "Configure a range of uids for extensions.")
    }
    guard identity.uid != 0, identity.gid != 0 else {
      throw .plan("an extension never runs as uid or gid 0", remedy: "Configure a range of uids for extensions.")
    }
    // setresuid(2) takes it for "unchanged", so the extension would stay root.
    guard identity.uid != .max, identity.gid != .max else {
      throw .plan("\(UInt32.max) is not a uid or gid", remedy: "Configure a range of uids for extensions.")
    }
    return identity
  }

  private func requestedNamespaces() throws(LaunchError) -> Set<Protection> {
    let accepted = specification.acceptedMissing
    guard accepted.isDisjoint(with: Protection.floor) else {
      throw .plan("a mandatory protection cannot be given up", remedy: "Remove it from --accept-missing.")
    }
    let withoutScopes = landlockABI < 6 && !accepted.contains(.landlockScopes)
    let needsScopes = !accepted.isDisjoint(with: [.ownPIDNamespace, .ownNetworkNamespace])
    guard specification.profile != .confined || !needsScopes || !withoutScopes else {
      throw .plan(
        "without its own pid and network namespace a confined launch needs Landlock's scopes",
        remedy: "Use a kernel with Landlock of ABI 6, or accept landlock-scopes.")
    }
    guard accepted.contains(.ownMountNamespace) else {
      guard
        specification.profile != .sealed(.files) || accepted.isDisjoint(with: [.ownPIDNamespace, .ownTimeNamespace])
      else {
        throw .plan(
          "the `files` fitting needs mount, pid and time namespaces", remedy: "Use the `compute` fitting instead.")
      }
      return Protection.namespaces.subtracting(accepted)
    }
    guard accepted.isSuperset(of: Protection.namespaces) else {
      throw .plan(
        "without its own mount namespace a launch is flat and has no namespace at all",
        remedy: "Accept no-namespaces, or none of them.")
    }
    return []
  }

  /// Checks the requirements of a flat launch.
  private func checkFlat(_ linkMode: LinkMode, _ identity: LaunchSpecification.Identity) throws(LaunchError) {
    guard specification.profile != .sealed(.files) else {
      throw .plan("the `files` fitting needs mount, pid and time namespaces", remedy: "Use the `compute` fitting.")
    }
    guard linkMode == .staticExecutable else {
      throw .plan("a flat launch carries no dynamic executable", remedy: "Link it as a static executable.")
    }
    guard landlockABI >= LandlockPolicy.minimumABI, !specification.acceptedMissing.contains(.landlockFiles) else {
      throw .plan(
        "a launch needs a mount namespace or Landlock",
        remedy: "Use a machine that has one of them.")
    }
    guard specification.profile != .confined || landlockABI >= 6 else {
      throw .plan(
        "a flat confined launch needs Landlock's scopes", remedy: "Use a kernel with Landlock of ABI 6 or newer.")
    }
    guard isRoot else { return }
    for path in [specification.bundleDirectory, specification.containerDirectory].compactMap(\.self) {
      guard let barrier = FlatReach.barrier(to: path, for: identity) else { continue }
      throw .plan(
        "without a mount namespace uid \(identity.uid) has to reach \(path) by its path, and \(barrier) keeps it out",
        remedy: "Run `chmod o+x` on \(barrier), or keep the state where every user may search.")
    }
  }

  private func openBundle() throws(LaunchError) -> Descriptor {
    let bundle = try Descriptor.open(specification.bundleDirectory, flags: Descriptor.pathOnly | O_DIRECTORY)
    let status = try bundle.status()
    guard status.st_uid == geteuid() || status.st_uid == 0, status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw .plan("the bundle \(specification.bundleDirectory) can be written by another user")
    }
    return bundle
  }

  private func openProgram(in bundle: Descriptor) throws(LaunchError) -> Descriptor {
    let file = try Descriptor.open(specification.executable, beneath: bundle, flags: O_RDONLY | O_NONBLOCK)
    let status = try file.status()
    guard status.st_mode & S_IFMT == S_IFREG else { throw .plan("\(specification.executable) is not a regular file") }
    guard status.st_size > 0 else { throw .plan("\(specification.executable) is empty") }
    guard status.st_mode & (S_ISUID | S_ISGID) == 0 else { throw .plan("\(specification.executable) is set-id") }
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0, status.st_uid == geteuid() || status.st_uid == 0 else {
      throw .plan("\(specification.executable) can be written by another user")
    }
    guard status.st_nlink == 1 else { throw .plan("\(specification.executable) has another hard link") }
    if let record = specification.installRecord, record != InstallRecord(status) {
      throw .plan(
        "\(specification.executable) is not the file that was approved", remedy: "Approve this build of the bundle.")
    }
    return file
  }

  private func openContainer(owner: UInt32) throws(LaunchError) -> Descriptor? {
    guard let path = specification.containerDirectory else { return nil }
    guard specification.profile != .sealed(.compute) else { throw .plan("the `compute` fitting has no container") }
    guard specification.profile == .confined || !specification.containerIsWritable else {
      throw .plan("a sealed point's container is never writable")
    }
    guard !FileSystem.path(path, isWithin: specification.bundleDirectory),
      !FileSystem.path(specification.bundleDirectory, isWithin: path)
    else { throw .plan("the container and the bundle lie in one another") }
    let container = try Descriptor.open(path, flags: Descriptor.pathOnly | O_DIRECTORY)
    let status = try container.status()
    guard status.st_uid == owner else {
      throw .plan("the container \(path) belongs to uid \(status.st_uid), not \(owner)")
    }
    guard status.st_mode & 0o7777 == 0o700 else { throw .plan("the container \(path) is not of mode 0700") }
    return container
  }
}

// MARK: - Program and grants

extension PlanBuilder {
  private struct Program {
    /// The path in the view.
    var path: String
    var file: Descriptor
    var arguments: [String]
  }

  /// The executable itself, or for a script its interpreter from the runtime image.
  private func program(script: Descriptor) throws(LaunchError) -> Program {
    let path = InnerPath.bundle + "/" + specification.executable
    guard let name = specification.interpreter else { return Program(path: path, file: script, arguments: [path]) }
    guard specification.profile != .sealed(.compute) else {
      throw .plan("the `compute` fitting runs no scripts", remedy: "Let the manifest ask for the `files` fitting.")
    }
    let interpreter = try Interpreter(path: name)
    guard let image = specification.runtimeImage else {
      throw .plan(
        "a script needs a runtime image with its interpreter", remedy: "Make one with ImageStore at approval.")
    }
    let root = try Descriptor.open(image, flags: Descriptor.pathOnly | O_DIRECTORY)
    let file = try Descriptor.open(
      String(interpreter.path.dropFirst()), beneath: root, flags: O_RDONLY | O_NONBLOCK)
    return Program(
      path: interpreter.path, file: file,
      arguments: [interpreter.path] + interpreter.arguments(memoryMiB: specification.limits.memoryMiB)
        + specification.interpreterArguments + [path])
  }

  private func landlock(_ subject: LandlockPolicy.Subject) throws(LaunchError) -> LandlockPolicy? {
    if specification.acceptedMissing.contains(.landlockFiles) { return nil }
    guard landlockABI >= LandlockPolicy.minimumABI else {
      throw LaunchError(
        stage: "landlock", errno: landlockABI < 0 ? -landlockABI : ENOSYS,
        message: "this kernel has no Landlock of ABI 3 or newer")
    }
    return LandlockPolicy(abi: UInt32(min(landlockABI, 7)), subject)
  }
}
