// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Launches the canary in each profile, through the same code path as every extension.
///
/// Kernel version and sysctls don't show which protections work; a trial launch does.
public struct IsolationProbe: Sendable {
  private let launcher: Launcher
  private let canary: String
  private let scratch: String
  private let identity: LaunchSpecification.Identity?

  /// - Parameters:
  ///   - canary: the directory that holds `sallyport-canary`, a static executable.
  ///   - scratch: a directory of the host, mode 0755, in which the probe makes and removes its files.
  ///   - identity: the uid to give the canary on a root host.
  public init(launcher: Launcher, canary: String, scratch: String, identity: LaunchSpecification.Identity?) {
    self.launcher = launcher
    self.canary = canary
    self.scratch = scratch
    self.identity = identity
  }

  /// Finds out what the machine lacks: a launch that fails for a protection is repeated without it.
  public func run() throws(LaunchError) -> IsolationReport {
    var entries: [IsolationReport.Entry] = []
    for profile in SandboxProfile.all { entries.append(try probe(profile, accepting: [], isSearch: true)) }
    return IsolationReport(entries: entries, landlockVersion: launcher.landlockVersion)
  }

  /// Tries one profile as a host launches it: without the protections that its operator accepted as missing, and
  /// with every other.
  public func trial(
    of profile: SandboxProfile, accepting accepted: Set<Protection>
  ) throws(LaunchError) -> IsolationReport.Entry {
    try probe(profile, accepting: accepted, isSearch: false)
  }
}

extension SandboxProfile {
  static let all: [SandboxProfile] = [.sealed(.compute), .sealed(.files), .confined]
}

// MARK: - One profile

extension IsolationProbe {
  /// The name of a file that the canary must not see; it stands in for the host's database.
  private static let secretName = "probe-secret"
  private static let forbidden = [
    "open-database", "stat-database", "find-host", "kill-host", "fork", "socket", "memfd", "new-code", "chmod-bundle",
    "clear-death-signal", "write-outside", "ptrace",
  ]

  /// - Parameter isSearch: whether to go on without protections that the launch turned out to lack.
  private func probe(
    _ profile: SandboxProfile, accepting accepted: Set<Protection>, isSearch: Bool
  ) throws(LaunchError) -> IsolationReport.Entry {
    // A family can't have a name that begins with a dot, and another probe of this process has another number.
    let name = ".canary-\(getpid())-\(UInt32.random(in: .min ... .max))"
    let places = try Places(canary: canary, scratch: scratch, name: name, owner: identity)
    defer { places.remove() }
    var specification = LaunchSpecification(
      profile: profile, bundleDirectory: places.bundle, executable: "sallyport-canary",
      limits: LaunchLimits(memoryMiB: 64, cpuSeconds: 1), identity: identity)
    if profile == .confined {
      specification.containerDirectory = places.container
      specification.containerIsWritable = true
    }
    var missing = accepted
    while true {
      do {
        specification.acceptedMissing = missing
        let process = try launcher.launch(specification)
        return entry(specification, missing: missing, try observe(process, specification, places))
      } catch {
        let more = Set(error.missing).subtracting(Protection.floor).subtracting(missing)
        if more.isEmpty || !isSearch {
          return IsolationReport.Entry(
            profile: profile, grade: .refused, missing: missing.union(error.missing).sorted(), observations: [],
            error: error)
        }
        missing.formUnion(more)
      }
    }
  }

  private func entry(
    _ specification: LaunchSpecification, missing: Set<Protection>, _ observations: [String]
  ) -> IsolationReport.Entry {
    var missing = missing
    let scopes = launcher.landlockVersion.map { $0 >= 6 } ?? false
    if specification.profile == .confined, !scopes,
      !missing.isDisjoint(with: [.ownPIDNamespace, .ownNetworkNamespace])
    {
      missing.insert(.landlockScopes)
    }
    let full: IsolationReport.Grade = specification.profile == .confined ? .confined : .sealed
    let grade: IsolationReport.Grade = !observations.isEmpty ? .refused : missing.isEmpty ? full : .degraded
    return IsolationReport.Entry(
      profile: specification.profile, grade: grade, missing: missing.sorted(), observations: observations, error: nil)
  }

  /// Unexpected results of the canary, as sentences; empty if all are as required.
  private func observe(
    _ process: LaunchedProcess, _ specification: LaunchSpecification, _ places: Places
  ) throws(LaunchError) -> [String] {
    var sentences = SealAudit.differences(of: process).map(\.description)
    let isFlat = specification.acceptedMissing.contains(.ownMountNamespace)
    let bundle = isFlat ? places.bundle : "/bundle"
    let container = isFlat ? places.container : "/container"
    let scratch = isFlat ? places.container : "/tmp"
    let question = Array("\(getpid())\n\(places.secret)\n\(bundle)\n\(container)\n\(scratch)\n".utf8)
    _ = unsafe question.withUnsafeBytes { unsafe write(process.request, $0.baseAddress, $0.count) }
    let answers = Self.read(process.reply)
    let status = process.reap(timeout: Self.patience)
    process.close()

    // A launch without namespaces permits these, and the names of the missing protections already imply it.
    let conceded: Set<String> = isFlat ? ["stat-database", "find-host"] : []
    for act in Self.forbidden where !conceded.contains(act) {
      switch answers[act] {
      case true?: sentences.append("the canary could \(act)")
      case false?: break
      // The filter ends the canary at ptrace, its last act.
      case nil: if act != "ptrace" { sentences.append("the canary gave no answer to \(act)") }
      }
    }
    var required = ["threads", "end"]
    if specification.profile != .sealed(.compute) { required += ["read-bundle", "write-scratch"] }
    if specification.containerDirectory != nil { required.append("write-container") }
    for act in required where answers[act] != true { sentences.append("the canary could not do \(act)") }
    if status != .signalled(SIGSYS) { sentences.append("the filter did not end the canary at ptrace") }
    // Check effects from the host's side, without relying on the canary's answers.
    if places.wasTouched { sentences.append("the canary changed its bundle") }
    if specification.containerDirectory != nil, FileSystem.status(places.container + "/canary") == nil {
      sentences.append("the container holds nothing of the canary")
    }
    return sentences
  }

  /// How long a canary may take for its next answer. It needs milliseconds; a busy machine must not fail it.
  private static let patience = Duration.seconds(10)

  /// Reads lines `<act> <0|1>` until end of file.
  private static func read(_ descriptor: Int32) -> [String: Bool] {
    var bytes: [UInt8] = []
    while bytes.count < 65536 {
      var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&poller, 1, Int32(patience.components.seconds) * 1_000) == 1 else { break }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let size = unsafe Glibc.read(descriptor, &buffer, buffer.count)
      guard size > 0 else { break }
      bytes += buffer.prefix(size)
    }
    var answers: [String: Bool] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2 { answers[String(words[0])] = words[1] == "1" }
    }
    return answers
  }
}

// MARK: - Places

extension IsolationProbe {
  /// The bundle and container of the canary, and the secret that it must not find.
  private struct Places {
    let bundle: String
    let container: String
    let secret: String
    private let store: BundleStore
    private let name: String

    init(
      canary: String, scratch: String, name: String, owner: LaunchSpecification.Identity?
    ) throws(LaunchError) {
      guard let path = FileSystem.resolved(canary + "/sallyport-canary") else {
        throw .plan(
          "the canary does not exist in \(canary)", remedy: "Install sallyport-canary beside the host program.")
      }
      store = try BundleStore(directory: scratch)
      self.name = name
      let root = store.directory + "/" + name
      bundle = root + "/bundle"
      container = root + "/container"
      secret = root + "/" + IsolationProbe.secretName
      store.remove(name)
      for directory in [root, bundle] { try BundleStore.makeDirectory(directory) }
      let program = try Descriptor.open(path, flags: O_RDONLY)
      try BundleStore.copy(program, try program.status(), path: path, to: bundle + "/sallyport-canary")
      let file = unsafe open(secret, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      if file >= 0 { close(file) }
      guard unsafe mkdir(container, 0o700) == 0 else {
        throw LaunchError(stage: "host", errno: errno, message: "\(container) could not be made")
      }
      if geteuid() == 0, let owner { _ = unsafe chown(container, owner.uid, owner.gid) }
    }

    var wasTouched: Bool {
      FileSystem.names(in: bundle) != ["sallyport-canary"]
        || (FileSystem.status(bundle).map { $0.st_mode & 0o777 != 0o755 } ?? true)
    }

    func remove() { store.remove(name) }
  }
}
