// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FileTrees
import Foundation
import Sandboxing

/// Runs attacks one after another in sandboxes, and judges each.
final class Trial {
  private let arena: TrialEnvironment
  private let launcher: Launcher
  private let program: String
  /// `false` if layers were left out on purpose: the audit would count every launch as a success of the attack.
  private let auditsProcess: Bool
  private var images: [Bool: RuntimeImage] = [:]
  private var witness: TrialObserver
  private var facts: [String]
  /// The start of both ends of a channel, in ns of the monotonic clock.
  private var start: Int64 = 0
  /// A timeout that only a hanging attack reaches, even on a busy machine.
  private static let patience = Duration.seconds(30)

  /// - Parameters:
  ///   - launcher: the production launcher, or a test launcher without some layers.
  ///   - program: the attack program.
  init(arena: TrialEnvironment, launcher: Launcher, program: String, auditsProcess: Bool = true) throws {
    // A write to an observer or attacker that has exited must not kill the host.
    signal(SIGPIPE, SIG_IGN)
    self.auditsProcess = auditsProcess
    self.arena = arena
    self.launcher = launcher
    self.program = program
    witness = try TrialObserver(arena, launcher: launcher, program: program)
    facts = witness.look()
  }

  deinit { witness.leave() }

  /// Runs one attack in one variant and returns the verdict.
  func judge(_ attack: Attack, behind wall: SandboxVariant) throws -> Verdict {
    let observation = try observe(attack, behind: wall)
    return observation.verdict(attack.expectation(behind: wall))
  }

  func observe(_ attack: Attack, behind wall: SandboxVariant) throws -> Observation {
    if wall.profile == .confined { try arena.renewContainer(hasLink: attack.name == "FS06.planted") }
    var observation = Observation(wall: wall)
    let leaks = LeakedDescriptors(database: arena.database)
    let process = try launcher.launch(try specification(wall))
    leaks.close()
    let companion = try companion(of: attack)
    send(order(attack.name, wall), to: process)
    hear(process, &observation)
    observation.figures = companion?.finish()
    if observation.hasFinished { look(at: process, wall, &observation) }
    observation.exit = process.reap(timeout: .zero)
    if observation.exit == nil {
      observation.endedByHost = true
      process.kill()
      observation.exit = process.reap(timeout: .seconds(1))
    }
    observation.endedBecause = process.endedBecause
    (observation.memoryExcess, observation.residentPeak) = (process.memoryExcess, process.residentPeak)
    readLog(of: process, wall, &observation)
    process.close()
    lookAtHost(wall, attacker: process.pid, &observation)
    return observation
  }
}

// MARK: - The launch

extension Trial {
  /// Separate images for sealed points and for the others, as in a host, so that they share no inode.
  private func image(_ wall: SandboxVariant) throws -> RuntimeImage? {
    guard wall.profile != .sealed(.compute) else { return nil }
    if let image = images[wall.isSealed] { return image }
    let bundle = InstalledBundle(directory: arena.bundle(wall), executable: "sallyport-attack", record: nil)
    let image = try ImageStore(directory: "\(arena.root)/images-\(wall.isSealed)", digest: BundleDigest.unique).image(
      for: RuntimeImage.Need(of: bundle, interpreter: nil))
    images[wall.isSealed] = image
    return image
  }

  private func specification(_ wall: SandboxVariant) throws -> LaunchSpecification {
    var specification = LaunchSpecification(
      profile: wall.profile, bundleDirectory: arena.bundle(wall), executable: "sallyport-attack",
      limits: LaunchLimits(memoryMiB: 64, cpuSeconds: 0), identity: arena.identity,
      runtimeImage: try image(wall)?.directory, acceptedMissing: wall.acceptedMissing)
    if wall.profile == .confined {
      specification.containerDirectory = arena.container
      specification.containerIsWritable = true
    }
    return specification
  }

  /// "<attack> <name>=<value>…": the attacker gets all paths, because secret paths are not a protection.
  func order(_ attack: String, _ wall: SandboxVariant) -> String {
    let bundle = wall.isFlat ? arena.bundle(wall) : "/bundle"
    let container = wall.isFlat ? arena.container : "/container"
    var values = witness.particulars
    values["start"] = "\(start)"
    values.merge([
      "database": arena.database, "state": arena.state, "home": arena.home, "neighbour": arena.neighbour,
      "neighbour-bundle": arena.bundle("neighbour"), "socket": arena.socket, "set-id": arena.state + "/set-id",
      "store": arena.root, "key": "\(arena.key)", "mark": arena.mark, "uid": "\(arena.uid)",
      "zone": "/usr/share/zoneinfo/UTC", "host-proc": "/proc/\(witness.pid)", "bundle": bundle,
      "executable": bundle + "/sallyport-attack", "container": container,
      "scratch": wall.isFlat ? container : "/tmp",
    ]) { $1 }
    return attack + values.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined() + "\n"
  }

  /// The companion of the attack, if it needs one.
  private func companion(of attack: Attack) throws -> Companion? {
    switch attack.companion {
    case nil: return nil
    case .commits: return Companion(committingIn: arena.root)
    case .listener:
      let listener = try launcher.launch(try specification(.confined))
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      // Enough time for both to read their orders.
      start = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) + 200_000_000
      send(order("listen", .confined), to: listener)
      return Companion(listener: listener)
    }
  }

  private func send(_ line: String, to process: LaunchedProcess) {
    let bytes = Array(line.utf8)
    _ = bytes.withUnsafeBytes { write(process.request, $0.baseAddress, $0.count) }
  }
}

// MARK: - Observation

extension Trial {
  private func hear(_ process: LaunchedProcess, _ observation: inout Observation) {
    var lines = LineReader(descriptor: process.reply)
    let deadline = ContinuousClock.now + Self.patience
    while true {
      let left = (deadline - .now).components
      let milliseconds = Int32(left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000)
      guard milliseconds > 0, let line = lines.next(atMost: milliseconds) else { break }
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "step" where words.count == 3:
        observation.steps.append(Observation.Step(name: words[1], errno: Int32(words[2]) ?? -1))
      case "value" where words.count == 3: observation.values.append((words[1], Int(words[2]) ?? -1))
      case "bytes": observation.shown.append(Hexadecimal.bytes(words.count > 1 ? words[1] : ""))
      case "end":
        observation.hasFinished = true
        return checkLeaks(&observation)
      default: observation.faults.append("it wrote an invalid line")
      }
    }
    // The exit status may not be available yet: the pipe closes when the process exits.
    if lines.hasEnded { observation.exit = process.reap(timeout: .seconds(1)) }
    checkLeaks(&observation)
  }

  private func checkLeaks(_ observation: inout Observation) {
    let secret = Array(arena.secret.utf8)
    observation.isLeaked = observation.shown.contains { Hexadecimal.contains($0, secret) }
  }

  private func look(at process: LaunchedProcess, _ wall: SandboxVariant, _ observation: inout Observation) {
    for line in (ProcessText.read("/proc/\(process.pid)/status") ?? "").split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      observation.status[String(line[..<colon])] = line[line.index(after: colon)...].trimmingCharacters(
        in: .whitespaces)
    }
    observation.timers = ProcessText.read("/proc/\(process.pid)/timers")
    if auditsProcess { observation.faults += ProcessInspection.faults(of: process, wall: wall) }
    let bundle = arena.bundle(wall)
    let fault = Execution.fault(
      of: process.pid, executable: bundle + "/sallyport-attack",
      argument: (wall.isFlat ? bundle : "/bundle") + "/sallyport-attack")
    if let fault { observation.faults.append(fault) }
    let uids = observation.status["Uid"]?.split(separator: "\t") ?? []
    if arena.uid != 0 && uids.contains("0") { observation.faults.append("it runs as root") }
    observation.survivors = ProcessScan.attackers(uid: arena.uid, besides: [witness.pid, process.pid]).count
  }

  private func readLog(of process: LaunchedProcess, _ wall: SandboxVariant, _ observation: inout Observation) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    _ = fcntl(process.log, F_SETFL, O_NONBLOCK)
    while bytes.count < 1 << 22 {
      let size = read(process.log, &buffer, buffer.count)
      guard size > 0 else { break }
      bytes += buffer.prefix(size)
    }
    observation.logBytes = bytes.count
  }

  private func lookAtHost(_ wall: SandboxVariant, attacker: Int32, _ observation: inout Observation) {
    let after = witness.look()
    observation.changes += TrialObserver.changes(from: facts, to: after)
    facts = after
    if TrialObserver.isLost(after) { reviveWitness() }
    observation.survivors += ProcessScan.endAttackers(uid: arena.uid, besides: [witness.pid]).count
    for place in ["/tmp", "/var/tmp", "/dev/shm", "/run", "/run/user/\(arena.uid)"] {
      let path = place + "/" + arena.mark
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      observation.marks.append(path)
      unlink(path)
    }
    if wall.profile == .confined { lookAtContainer(&observation) }
  }

  /// Checks that the container has only regular files and directories, none set-id, none with a second hard link.
  private func lookAtContainer(_ observation: inout Observation) {
    unlink(arena.container + "/planted")
    observation.containerExcess = ContainerBudget.standard.excess(of: arena.container)?.description
    let budget = ContainerBudget.standard
    observation.containerOverflow =
      ContainerBudget(bytes: budget.bytes * 5 / 4, entries: budget.entries * 5 / 4, depth: .max)
      .excess(of: arena.container)?.description
    guard let container = try? OpenDirectory(path: arena.container),
      let names = try? container.names(atMost: 2 * budget.entries)
    else {
      observation.faults.append("its container can't be listed")
      return
    }
    observation.containerNames = names.map { String(decoding: $0.bytes, as: UTF8.self) }
    for name in names {
      guard let status = container.status(of: name) else { continue }
      let kind = status.st_mode & S_IFMT
      if kind != S_IFREG && kind != S_IFDIR { observation.faults.append("its container holds a special file") }
      if status.st_mode & (S_ISUID | S_ISGID) != 0 { observation.faults.append("its container holds a set-id file") }
      if kind == S_IFREG && status.st_nlink != 1 { observation.faults.append("its container holds a hard link") }
      // File systems allocate somewhat more than is written; four times the file size limit means a bypass.
      if Int(status.st_blocks) * 512 > 32 << 20 { observation.faults.append("a file takes more disk than its limit") }
    }
  }

  /// Replaces an observer that was stopped or killed, so that the next attack finds one.
  private func reviveWitness() {
    witness.leave()
    guard let next = try? TrialObserver(arena, launcher: launcher, program: program) else { return }
    witness = next
    facts = witness.look()
  }
}

/// Open descriptors of the database that a careless host leaks into a launch (IH01–IH03).
struct LeakedDescriptors {
  private let numbers: [Int32]

  init(database: String) {
    let file = open(database, O_RDWR)
    numbers = [file, fcntl(file, F_DUPFD, 900)]
  }

  func close() { for number in numbers where number >= 0 { _ = Glibc.close(number) } }
}

enum Hexadecimal {
  static func bytes(_ text: String) -> [UInt8] {
    let digits = Array(text.utf8)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
    }
  }

  static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    guard bytes.count >= part.count, let first = part.first else { return false }
    return bytes.indices.dropLast(part.count - 1).contains { bytes[$0] == first && bytes[$0...].starts(with: part) }
  }
}
