// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupervision
import Sandboxing
import Synchronization

/// The surroundings of a puppet: a thread, a process or the sandbox.
enum Depth: String, CaseIterable, Sendable {
  case thread
  case process
  case sandbox

  /// The depths that this machine supports, so that a skip names what is missing.
  static let available: [Depth] = allCases.filter { depth in
    switch depth {
    case .thread: true
    case .process: hasPython
    case .sandbox: hasPython && hasSandbox
    }
  }

  static let hasPython = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

  /// Only a trial launch shows whether the sandbox works.
  static let hasSandbox: Bool = {
    guard let stage = try? Stage(program: []), let child = try? stage.launching(at: .sandbox).launch() else {
      return false
    }
    child.kill()
    _ = child.waitForExit(atMost: .seconds(5))
    child.release()
    return true
  }()
}

/// A puppet's files: its program and, for the sandbox, its bundle.
final class Stage {
  let directory: String
  private let program: [Step]
  private let patience: Duration

  private static let counter = Atomic<Int>(0)
  private static let launcher: Result<Launcher, any Error> = Result {
    signal(SIGPIPE, SIG_IGN)
    return try Launcher(launcherPath: launcherPath)
  }
  private static let launcherPath: String = {
    let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return ([executable] + CommandLine.arguments)
      .map { URL(filePath: $0).deletingLastPathComponent().appending(path: "sallyport-launch").path }
      .first(where: FileManager.default.isExecutableFile) ?? "sallyport-launch"
  }()

  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/extensions").path

  /// - Parameter patience: how long the host waits for the rest of a line from a thread; processes get the protocol's 5
  ///   s.
  init(program: [Step], patience: Duration = .seconds(20)) throws {
    self.program = program
    self.patience = patience
    let number = Self.counter.add(1, ordering: .relaxed).newValue
    directory = URL(filePath: NSTemporaryDirectory()).appending(path: "sallyport-stage-\(getpid())-\(number)").path
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    chmod(directory, 0o755)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  func launching(at depth: Depth, script: String = "puppet.py") throws -> any ExtensionLaunching {
    switch depth {
    case .thread: return PuppetLaunching(program: program, patience: patience)
    case .process:
      try program.json.write(to: URL(filePath: directory + "/program.json"))
      let arguments = ["-S", "-E", "\(Self.fixtures)/\(script)", directory + "/program.json"]
      return UnconfinedLaunching(
        launcher: try Self.launcher.get(), executable: "/usr/bin/python3", arguments: arguments)
    case .sandbox:
      return ConfinedLaunching(
        launcher: try Self.launcher.get(), specification: try specification(script))
    }
  }

  /// A fixture that runs outside the sandbox.
  static func running(_ executable: String) throws -> any ExtensionLaunching {
    UnconfinedLaunching(launcher: try launcher.get(), executable: executable)
  }

  /// A shell outside the sandbox.
  static func shell(_ script: String) throws -> any ExtensionLaunching {
    UnconfinedLaunching(launcher: try launcher.get(), executable: "/bin/sh", arguments: ["-c", script])
  }

  /// A program that writes `text` to its log and exits, as an installed bundle.
  func writer(of text: String, profile: SandboxProfile) throws -> LaunchSpecification {
    let bundle = directory + "/writer"
    try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
    let source = directory + "/writer.c"
    try "#include <unistd.h>\nint main(void) { return write(2, \"\(text)\", \(text.utf8.count)) < 0; }"
      .write(toFile: source, atomically: true, encoding: .utf8)
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = ["cc", "-static", "-o", bundle + "/writer", source]
    try compiler.run()
    compiler.waitUntilExit()
    for path in [bundle, bundle + "/writer"] { chmod(path, 0o555) }
    return LaunchSpecification(
      profile: profile, bundleDirectory: bundle, executable: "writer",
      limits: LaunchLimits(memoryMiB: 64, cpuSeconds: 5), identity: .init(uid: 61_002, gid: 61_002))
  }

  func specification(_ script: String = "puppet.py") throws -> LaunchSpecification {
    let bundle = directory + "/bundle"
    try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
    chmod(bundle, 0o755)
    if !FileManager.default.fileExists(atPath: "\(bundle)/\(script)") {
      try FileManager.default.copyItem(atPath: "\(Self.fixtures)/\(script)", toPath: "\(bundle)/\(script)")
    }
    chmod("\(bundle)/\(script)", 0o555)
    try program.json.write(to: URL(filePath: bundle + "/program.json"))
    return LaunchSpecification(
      profile: .confined, bundleDirectory: bundle, executable: script,
      limits: LaunchLimits(memoryMiB: 64, cpuSeconds: 5, concurrentProcesses: 64), interpreter: "/usr/bin/python3",
      identity: .init(uid: 61_002, gid: 61_002), runtimeImage: try Self.image.get().directory)
  }

  /// The image of Python that all stages share. ext4 takes long to create files where thousands were just deleted, so an
  /// image for each stage would take most of these tests' time.
  private static let image = Result {
    atexit { try? FileManager.default.removeItem(atPath: Stage.imagesPath) }
    return try ImageStore(directory: imagesPath, digest: BundleDigest.unique).image(
      for: .script(Interpreter(path: "/usr/bin/python3")))
  }

  private static let imagesPath = NSTemporaryDirectory() + "sallyport-stage-images-\(getpid())"

  func confined(_ specification: LaunchSpecification) throws -> any ExtensionLaunching {
    ConfinedLaunching(launcher: try Self.launcher.get(), specification: specification)
  }
}

final class PuppetLaunching: ExtensionLaunching {
  private let program: [Step]
  private let patience: Duration

  init(program: [Step], patience: Duration) {
    self.program = program
    self.patience = patience
  }

  func launch() throws(LaunchFailure) -> any ExtensionChild { PuppetThread(program, patience: patience) }
}
