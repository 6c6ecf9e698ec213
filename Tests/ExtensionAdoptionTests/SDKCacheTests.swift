// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyManifests
import Foundation
import Testing

@testable import ExtensionAdoption

/// The cache of compiled SDKs, with a toolchain that records its calls and writes small objects.
@Suite struct SDKCacheTests {
  private static func sdk(in place: String) throws -> SDKLocation {
    for folder in ["Sources/SDK/Kit", "Sources/Wire/Line", "Compatibility/Sources"] {
      try FileWriting.makeDirectory("\(place)/\(folder)")
    }
    try FileWriting.write("public let kit = 1\n", to: place + "/Sources/SDK/Kit/Kit.swift")
    try FileWriting.write(
      "let package = Package(products: [.library(name: \"ExtensionRuntime\", targets: [])])\n",
      to: place + "/Package.swift")
    return try SDKLocation(named: place, environment: [:], program: "/")
  }

  private static func builds(in place: String) throws -> Int {
    try String(contentsOfFile: place + "/calls", encoding: .utf8).split(separator: "\n").filter {
      $0.hasPrefix("build")
    }
    .count
  }

  @Test func `an SDK is compiled once for all workspaces of a toolchain (DEV-7)`() throws {
    try Workspace.with { place in
      let sdk = try Self.sdk(in: place + "/sdk")
      let toolchain = try FakeToolchain.write(to: place + "/bin")
      for _ in 0..<2 {
        let cache = SDKCache(directory: place + "/cache", sdk: sdk, toolchain: toolchain)
        let built = try cache.built(.release)
        #expect(built.linkerArguments.contains(built.archives + "/libsallyport.a"))
        #expect(FileManager.default.fileExists(atPath: built.modules + "/Kit.swiftmodule"))
      }
      #expect(try Self.builds(in: place + "/bin") == 1)
      // Nothing of the build itself is kept.
      let home = try #require(try FileManager.default.contentsOfDirectory(atPath: place + "/cache").first)
      let kept = try FileManager.default.contentsOfDirectory(atPath: "\(place)/cache/\(home)")
      #expect(kept.sorted() == ["release", "release.lock"])
    }
  }

  @Test func `an empty cache gets the flavour that is compiled sooner, and the optimised one is preferred (DEV-7)`()
    throws
  {
    try Workspace.with { place in
      let sdk = try Self.sdk(in: place + "/sdk")
      let cache = SDKCache(
        directory: place + "/cache", sdk: sdk, toolchain: try FakeToolchain.write(to: place + "/bin"))
      #expect(try cache.built().flavour == .debug)
      #expect(try cache.built().flavour == .debug)
      _ = try cache.built(.release)
      #expect(try cache.built().flavour == .release)
      #expect(try Self.builds(in: place + "/bin") == 2)
    }
  }

  @Test(arguments: [nil, SDKFlavour.debug])
  func `an extension is optimised whichever SDK is compiled, unless a debugger is to read it (DEV-7)`(
    flavour: SDKFlavour?
  ) throws {
    try Workspace.with { place in
      try FileWriting.makeDirectory(place + "/Plain")
      try FileWriting.write(
        "import DeviceActivity\nclass Plain: DeviceActivityMonitor {}\n", to: place + "/Plain/Plain.swift")
      let toolchain = try FakeToolchain.write(to: place + "/bin")
      let settings = Adoption.Settings(
        into: place + "/into", manifests: place + "/manifests", swift: place + "/bin/swift",
        cache: place + "/cache", flavour: flavour)
      let sdk = try SDKLocation(named: TemplateFolders.repository, environment: [:], program: "/")
      _ = try SDKCache(directory: place + "/cache", sdk: sdk, toolchain: toolchain).built(.debug)
      _ = try Adoption(settings, sdk: sdk, identifiers: AppleIdentifiers.points).run([place + "/Plain"])
      let calls = try String(contentsOfFile: place + "/bin/calls", encoding: .utf8).split(separator: "\n")
      let compiled = try #require(calls.last { $0.contains("Plain.swift") })
      // Assertions end a program that isn't optimised, and only that.
      #expect(compiled.contains(flavour == nil ? " -O " : " -Onone -g "))
      #expect(!compiled.contains(flavour == nil ? " -Onone " : " -O "))
    }
  }

  @Test func `static programs have SDKs of their own, because objects for one kind don't link into the other`() throws {
    try Workspace.with { place in
      let cache = SDKCache(
        directory: place + "/cache", sdk: try Self.sdk(in: place + "/sdk"),
        toolchain: try FakeToolchain.write(to: place + "/bin"))
      _ = try cache.built(.release)
      #expect(try cache.built(isStatic: true).flavour == .staticDebug)
      _ = try cache.built(.staticRelease)
      #expect(try cache.built(isStatic: true).flavour == .staticRelease)
      let calls = try String(contentsOfFile: place + "/bin/calls", encoding: .utf8).split(separator: "\n")
      let builds = calls.filter { $0.hasPrefix("build") }.map { $0.contains("--static-swift-stdlib") }
      #expect(builds == [false, true, true])
    }
  }

  @Test func `a killed command leaves no compiler behind`() throws {
    try Workspace.with { place in
      try FileWriting.makeDirectory(place)
      let script = "#!/bin/sh\necho $$ > \"\(place)/pid\"\nexec sleep 300\n"
      for name in ["swift", "swiftc"] {
        try FileWriting.write(Data(script.utf8), to: "\(place)/\(name)", mode: 0o755)
      }
      // A program that runs a toolchain as the commands do, and is killed while it waits.
      let waiting = Process()
      waiting.executableURL = URL(filePath: "/bin/sh")
      waiting.arguments = ["-c", "\(Toolchain.wrapper.joined(separator: " ")) \(place)/swift build & wait"]
      // A test runs on a thread that blocks signals, which its children would inherit.
      var termination = sigset_t()
      unsafe sigemptyset(&termination)
      unsafe sigaddset(&termination, SIGTERM)
      unsafe pthread_sigmask(SIG_UNBLOCK, &termination, nil)
      try waiting.run()
      unsafe pthread_sigmask(SIG_BLOCK, &termination, nil)
      var child: pid_t = 0
      while child == 0 {
        usleep(10_000)
        child =
          (try? String(contentsOfFile: place + "/pid", encoding: .utf8))
          .flatMap { pid_t($0.trimmingCharacters(in: .newlines)) } ?? 0
      }
      kill(waiting.processIdentifier, SIGKILL)
      // The process that adopted it may not have reaped it yet.
      func isRunning() -> Bool {
        (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)).map { !$0.contains(") Z ") } ?? false
      }
      let start = Date()
      while isRunning(), Date().timeIntervalSince(start) < 10 { usleep(10_000) }
      #expect(!isRunning())
      kill(child, SIGKILL)
      waiting.waitUntilExit()
    }
  }

  @Test func `an SDK that another command compiles is not started a second time`() throws {
    try Workspace.with { place in
      let cache = SDKCache(
        directory: place + "/cache", sdk: try Self.sdk(in: place + "/sdk"),
        toolchain: try FakeToolchain.write(to: place + "/bin"))
      #expect(try !cache.isCompiling(.release))
      _ = try cache.built(.release)
      #expect(try !cache.isCompiling(.release))
      let lock = try FileLock("\(place)/cache/\(try cache.key())/release.lock")
      #expect(try cache.isCompiling(.release) && !cache.isCompiling(.debug))
      lock.release()
      #expect(try !cache.isCompiling(.release))
    }
  }

  @Test func `another toolchain or another source of the SDK is another entry (DEV-7)`() throws {
    try Workspace.with { place in
      let sdk = try Self.sdk(in: place + "/sdk")
      let cache = SDKCache(
        directory: place + "/cache", sdk: sdk, toolchain: try FakeToolchain.write(to: place + "/bin"))
      let first = try cache.key()
      #expect(try cache.key() == first)
      let other = SDKCache(
        directory: place + "/cache", sdk: sdk,
        toolchain: try FakeToolchain.write(to: place + "/next", version: "Swift 6.4"))
      #expect(try other.key() != first)
      try FileWriting.write("public let kit = 2\n", to: place + "/sdk/Sources/SDK/Kit/Kit.swift")
      #expect(try cache.key() != first)
    }
  }

  @Test func `an SDK that can't be compiled leaves no entry, and the error names it`() throws {
    try Workspace.with { place in
      let sdk = try Self.sdk(in: place + "/sdk")
      let toolchain = try FakeToolchain.write(to: place + "/bin")
      let broken = "#!/bin/sh\n[ \"$1\" = --version ] && exit 0\necho 'error: no such thing'\nexit 1\n"
      try FileWriting.write(Data(broken.utf8), to: place + "/bin/swift", mode: 0o755)
      let cache = SDKCache(directory: place + "/cache", sdk: sdk, toolchain: toolchain)
      let error = #expect(throws: AdoptionError.self) { try cache.built(.debug) }
      #expect(error?.description == "The SDK at \(sdk.path) can't be compiled: error: no such thing")
      #expect(throws: AdoptionError.self) { try cache.built(.debug) }
    }
  }
}

/// The flags that a target's settings stand for.
@Suite struct CompilerFlagsTests {
  @Test func `conditions and default isolation of a target are the compiler's`() {
    let flags = CompilerFlags([
      "SWIFT_ACTIVE_COMPILATION_CONDITIONS": "APP_EXTENSION RELEASE", "OTHER_SWIFT_FLAGS": "-DMONITOR -D SHARED -O",
      "SWIFT_DEFAULT_ACTOR_ISOLATION": "MainActor", "SWIFT_UPCOMING_FEATURE_EXISTENTIAL_ANY": "YES",
      "SWIFT_UPCOMING_FEATURE_GLOBAL_CONCURRENCY": "YES",
    ])
    #expect(
      flags.arguments == [
        "-DAPP_EXTENSION", "-DRELEASE", "-DMONITOR", "-DSHARED", "-default-isolation", "MainActor",
        "-enable-bare-slash-regex", "-enable-upcoming-feature", "GlobalConcurrency",
      ])
  }

  @Test func `a condition that is not a name is not passed on`() {
    #expect(
      CompilerFlags([
        "SWIFT_ACTIVE_COMPILATION_CONDITIONS": "$(inherited) A=1 -o/tmp/x", "SWIFT_ENABLE_BARE_SLASH_REGEX": "NO",
      ]).arguments == [])
  }
}
