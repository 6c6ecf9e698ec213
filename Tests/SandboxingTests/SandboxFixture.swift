// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Foundation
import Synchronization

@testable import Sandboxing

/// A scratch directory with installed bundles of the hostile extension, a container and a launcher.
final class SandboxFixture: Sendable {
  let directory: String
  let launcher: Launcher
  /// Not 0, so that a root host can be tested as well.
  static let uid: UInt32 = 61001
  static let isRoot = geteuid() == 0

  private static let counter = Atomic<Int>(0)

  init() throws {
    signal(SIGPIPE, SIG_IGN)
    let number = Self.counter.add(1, ordering: .relaxed).newValue
    directory = NSTemporaryDirectory() + "/sallyport-sandbox-\(getpid())-\(number)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    chmod(directory, 0o755)
    launcher = try Launcher(launcherPath: Self.launcherPath)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  /// `sallyport-launch` lies in the same build directory as the test bundle. A test that becomes another account gets a
  /// copy if the clone is in a directory that is closed to it.
  static let launcherPath: String = {
    let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let places = [executable] + CommandLine.arguments
    let candidates = places.map { ($0 as NSString).deletingLastPathComponent + "/sallyport-launch" }
    let found = candidates.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "sallyport-launch"
    var folder = (found as NSString).deletingLastPathComponent
    while geteuid() == 0, folder.hasPrefix("/"), folder != "/" {
      var status = stat()
      guard stat(folder, &status) == 0, status.st_mode & 0o001 == 0 else {
        folder = (folder as NSString).deletingLastPathComponent
        continue
      }
      let copy = "/tmp/sallyport-launch-\(UUID())"
      guard (try? FileManager.default.copyItem(atPath: found, toPath: copy)) != nil else { break }
      chmod(copy, 0o755)
      atexit { unlink(SandboxFixture.launcherPath) }
      return copy
    }
    return found
  }()

  static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/sandbox").path

  /// Compiles a C fixture once per kind and returns its path.
  static func compiled(_ name: String, isStatic: Bool) throws -> String {
    try compiler.withLock { built in
      let key = name + (isStatic ? "-static" : "-dynamic")
      if let path = built[key] { return path }
      let path = NSTemporaryDirectory() + "/sallyport-\(key)-\(getpid())"
      let command: [String]
      if name == "worker" {
        // A file with top-level code has to be called main.swift.
        let main = path + ".d/main.swift"
        try FileManager.default.createDirectory(atPath: path + ".d", withIntermediateDirectories: true)
        try? FileManager.default.copyItem(atPath: "\(sources)/worker.swift", toPath: main)
        // libdispatch needs the SDK's `open` where there is no procfs.
        let shims = sources + "/../../../Sources/SDK/CExtensionShims"
        try run(["clang", "-c", "-I", shims + "/include", shims + "/open.c", "-o", path + ".d/open.o"])
        command =
          ["swiftc", "-O", "-swift-version", "5", "-suppress-warnings", "-o", path, main, path + ".d/open.o"]
          + (isStatic ? ["-static-executable"] : ["-Xlinker", "--export-dynamic-symbol=open"])
      } else {
        command = ["cc", "-O1", "-o", path, "\(sources)/\(name).c"] + (isStatic ? ["-static"] : [])
      }
      try run(command)
      built[key] = path
      return path
    }
  }

  private static func run(_ command: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw FixtureError(text: "\(command.joined(separator: " ")) failed")
    }
  }

  private static let compiler = Mutex<[String: String]>([:])

  /// Installs a fixture as a separate bundle.
  func bundle(_ name: String = "hostile", isStatic: Bool = true) throws -> String {
    let path = directory + "/bundle-\(name)-\(Self.counter.add(1, ordering: .relaxed).newValue)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let isScript = name.hasSuffix(".py")
    let source = isScript ? "\(Self.sources)/\(name)" : try Self.compiled(name, isStatic: isStatic)
    let target = path + (isScript ? "/" + name : "/extension")
    // The store's descriptor is close-on-exec. FileManager's would be inherited by a compiler that is being started,
    // and a file that is open for writing can't be executed.
    let file = try Descriptor.open(FileSystem.resolved(source) ?? source, flags: O_RDONLY)
    try BundleStore.copy(file, try file.status(), path: source, to: target)
    chmod(target, 0o555)
    chmod(path, 0o755)
    return path
  }

  func container() throws -> String {
    let path = directory + "/container-\(Self.counter.add(1, ordering: .relaxed).newValue)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    if Self.isRoot { chown(path, Self.uid, Self.uid) }
    chmod(path, 0o700)
    return path
  }

  /// Makes an image for a bundle's program, in a separate store.
  func image(
    for bundle: String, executable: String = "extension", interpreter: String? = nil, runtimeLibraries: [String] = []
  ) throws -> String {
    let store = try ImageStore(
      directory: directory + "/images", runtimeLibraries: runtimeLibraries, digest: BundleDigest.unique)
    let installed = InstalledBundle(directory: bundle, executable: executable, record: nil)
    return try store.image(for: RuntimeImage.Need(of: installed, interpreter: interpreter)).directory
  }

  /// Turns this process into one of an ordinary user, after what only root can prepare.
  ///
  /// - Returns: a fixture of that user with the path of a container.
  static func asOrdinaryUser() throws -> (SandboxFixture, container: String) {
    _ = launcherPath
    for isStatic in [true, false] { _ = try compiled("hostile", isStatic: isStatic) }
    setgroups(0, nil)
    setgid(61002)
    setuid(61002)
    let fixture = try SandboxFixture()
    // The launcher of `make mutants` reads the environment of this process, which is closed after the change of user.
    csandbox_set_dumpable(1)
    let container = fixture.directory + "/own"
    mkdir(container, 0o700)
    return (fixture, container)
  }

  /// The toolchain's library directories, as an operator would name them.
  static let swiftLibraries: String = {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swiftc", "-print-target-info"]
    process.standardOutput = output
    try? process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let info = try? JSONSerialization.jsonObject(with: text) as? [String: Any]
    let path = ((info?["paths"] as? [String: Any])?["runtimeLibraryPaths"] as? [String])?.first ?? ""
    return FileSystem.resolved(path) ?? path
  }()

  func confined(isStatic: Bool = true, container: String? = nil) throws -> LaunchSpecification {
    let bundle = try bundle(isStatic: isStatic)
    return LaunchSpecification(
      profile: .confined, bundleDirectory: bundle, executable: "extension",
      limits: LaunchLimits(memoryMiB: 64, cpuSeconds: 5), containerDirectory: try container ?? self.container(),
      containerIsWritable: true, identity: .init(uid: Self.uid, gid: Self.uid), runtimeImage: try image(for: bundle))
  }

  func sealed() throws -> LaunchSpecification {
    LaunchSpecification(
      profile: .sealed(.compute), bundleDirectory: try bundle(), executable: "extension",
      limits: LaunchLimits(memoryMiB: 64, cpuSeconds: 1), identity: .init(uid: Self.uid, gid: Self.uid))
  }
}

struct FixtureError: Error, CustomStringConvertible {
  var text: String
  var description: String { text }
}

extension LaunchedProcess {
  func send(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(request, $0.baseAddress, $0.count) }
  }

  /// Reads one line from the reply pipe, or what precedes end of file.
  func readLine(seconds: Int32 = 5) -> String {
    var line: [UInt8] = []
    while true {
      var poller = pollfd(fd: reply, events: Int16(POLLIN), revents: 0)
      guard poll(&poller, 1, seconds * 1000) == 1 else { return String(decoding: line, as: UTF8.self) + "<silence>" }
      var byte: UInt8 = 0
      guard read(reply, &byte, 1) == 1 else { return String(decoding: line, as: UTF8.self) + "<end>" }
      if byte == 10 { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
  }

  func ask(_ command: String) -> String {
    send(command)
    return readLine()
  }
}
