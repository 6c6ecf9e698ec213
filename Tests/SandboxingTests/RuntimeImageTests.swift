// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FileTrees
import Foundation
import Testing

@testable import Sandboxing

/// Images contain only files of the system's own directories that every user may read.
@Suite(.serialized) struct RuntimeImageTests {
  private func compile(_ arguments: [String], in directory: String) throws -> String {
    let source = directory + "/program.c"
    try "int main(void) { return 0; }\n".write(toFile: source, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["cc", "-o", directory + "/extension", source] + arguments
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return directory
  }

  private func scratch(_ fixture: SandboxFixture, _ name: String) throws -> String {
    let path = fixture.directory + "/" + name
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  private func files(of image: String) throws -> Set<String> {
    Set(try FileManager.default.subpathsOfDirectory(atPath: image).filter { !$0.hasPrefix("usr/share/zoneinfo/") })
  }

  @Test func `a dynamic program gets its loader and libraries in one directory and no other program`() throws {
    let fixture = try SandboxFixture()
    let image = try fixture.image(for: try fixture.bundle(isStatic: false))
    let files = try files(of: image)
    #expect(files.contains("usr/lib/" + InnerPath.loaderName))
    #expect(files.contains("usr/lib/libc.so.6"))
    #expect(!files.contains { $0.hasPrefix("usr/bin") })
    #expect(files.allSatisfy { $0.hasPrefix("usr") })
    let status = try #require(FileSystem.status(image + "/usr/lib/libc.so.6"))
    let system = try #require(SystemFiles().library("libc.so.6"))
    #expect(FileIdentity(status) != FileIdentity(system.status))
    #expect(status.st_nlink == 1)
  }

  @Test(arguments: [
    "-Wl,-rpath,/home", "-Wl,-rpath,/root:/etc", "-Wl,--disable-new-dtags,-rpath,/var", "-Wl,-rpath,$ORIGIN/../../..",
  ])
  func `a program's search path has no effect`(flag: String) throws {
    let fixture = try SandboxFixture()
    let plain = try fixture.image(for: try compile([], in: try scratch(fixture, "plain")))
    let hostile = try fixture.image(for: try compile([flag], in: try scratch(fixture, "hostile")))
    #expect(try files(of: plain) == files(of: hostile))
  }

  @Test func `a library that only root may read stays out of the image`() throws {
    let fixture = try SandboxFixture()
    let name = "libroot-only-\(getpid()).so"
    let libraries = "/usr/local/lib/sallyport-\(getpid())"
    guard SandboxFixture.isRoot else { return }
    let directory = try scratch(fixture, "needing")
    try FileManager.default.createDirectory(atPath: libraries, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: libraries) }
    _ = try compile(["-shared", "-fPIC", "-Wl,-soname,\(name)"], in: try scratch(fixture, "library"))
    try FileManager.default.copyItem(atPath: fixture.directory + "/library/extension", toPath: "\(libraries)/\(name)")
    _ = try compile(["-L\(libraries)", "-Wl,--no-as-needed,-l:\(name)"], in: directory)
    chmod(libraries, 0o755)
    chmod("\(libraries)/\(name)", 0o600)
    let refusal = #expect(throws: LaunchError.self) {
      try fixture.image(for: directory, runtimeLibraries: [libraries])
    }
    #expect(refusal?.message.contains("needs the library \(name)") == true)
    chmod("\(libraries)/\(name)", 0o644)
    let image = try fixture.image(for: directory, runtimeLibraries: [libraries])
    #expect(try files(of: image).contains("usr/lib/\(name)"))
  }

  @Test func `a library directory and all its parents must belong to root`() throws {
    let fixture = try SandboxFixture()
    for path in ["relative", "/nowhere/at/all", fixture.directory, "/lib64"] {
      #expect(throws: LaunchError.self, "\(path)") { try SystemFiles(runtimeLibraries: [path]) }
    }
  }

  @Test(arguments: ["/usr/bin/gdb", "/home/python3", "/usr/bin/../../home/python3", "python3", "/bundle/python3", ""])
  func `an interpreter that the catalog lacks is refused`(path: String) {
    let error = #expect(throws: LaunchError.self) { try Interpreter(path: path) }
    #expect(error?.message.contains("is not one that extensions can have") == true)
  }

  @Test func `Node is started without generated code and with a heap below the budget (DEV-37)`() throws {
    let node = try Interpreter(path: "/usr/bin/node")
    #expect(node.arguments(memoryMiB: 64) == ["--jitless", "--max-old-space-size=48"])
    // A budget that leaves nothing for the rest still names a heap that Node accepts.
    #expect(node.arguments(memoryMiB: 8) == ["--jitless", "--max-old-space-size=16"])
    #expect(try Interpreter(path: "/usr/bin/python3").arguments(memoryMiB: 64) == [])
  }

  @Test func `a symlink of the system that leads elsewhere is not followed`() throws {
    #expect(SystemFiles.open("localtime", in: "/usr/share/zoneinfo") == nil)
    #expect(SystemFiles.open("../shadow", in: "/etc/ssl") == nil)
    #expect(SystemFiles.open("shadow", in: "/etc") == nil)
    #expect(SystemFiles.open("libc.so.6", in: "/usr/lib/\(SystemFiles.triplet)") != nil)
  }

  @Test func `a symlink of a tree is kept if it stays in the tree`() {
    let tree = Interpreter.Tree(directory: "/usr/share/zoneinfo")
    #expect(tree.holds("Etc/UTC", from: "/usr/share/zoneinfo"))
    #expect(tree.holds("../America/New_York", from: "/usr/share/zoneinfo/US"))
    for target in ["/etc/localtime", "../zoneinfo-other", "../..", "../../../../..", "US/../../x"] {
      #expect(!tree.holds(target, from: "/usr/share/zoneinfo"), "\(target)")
    }
  }

  @Test func `an image holds every zone of the system under each of its names`() throws {
    let fixture = try SandboxFixture()
    let image = try fixture.image(for: try fixture.bundle())
    for name in ["UTC", "US/Eastern", "Europe/Berlin", "zone.tab"] {
      #expect(FileManager.default.fileExists(atPath: "\(image)/usr/share/zoneinfo/\(name)"), "\(name)")
    }
  }

  @Test func `Python's image has its modules unchanged and omits those that need a compiler or a display`() throws {
    let fixture = try SandboxFixture()
    let image = try fixture.image(for: try fixture.bundle(), interpreter: "/usr/bin/python3")
    let files = try FileManager.default.subpathsOfDirectory(atPath: image)
    let directories = Set(files.flatMap { $0.split(separator: "/").map(String.init).dropLast() })
    for name in ["ensurepip", "idlelib", "lib2to3", "pydoc_data", "test", "turtledemo", "dist-packages"] {
      #expect(!directories.contains(name), "\(name)")
    }
    #expect(!directories.contains { $0.hasPrefix("config-") })
    #expect(files.filter { $0.hasPrefix("usr/bin/") } == ["usr/bin/python3"])
    let module = try #require(files.first { $0.hasSuffix("/json/decoder.py") })
    #expect(FileManager.default.contentsEqual(atPath: image + "/" + module, andPath: "/" + module))
    let (copy, original) = (FileSystem.status(image + "/" + module), FileSystem.status("/" + module))
    #expect(copy?.st_mtim.tv_sec == original?.st_mtim.tv_sec)
    #expect(copy?.st_mtim.tv_nsec == original?.st_mtim.tv_nsec)
  }

  @Test func `equal contents are one image of a store, and an unused one is removed`() throws {
    let fixture = try SandboxFixture()
    let store = try ImageStore(directory: fixture.directory + "/store") {
      var bytes = 0
      var sum: UInt64 = 14_695_981_039_346_656_037
      return BundleDigest(
        update: { piece in for byte in piece { sum = (sum ^ UInt64(byte)) &* 1_099_511_628_211; bytes += 1 } },
        finish: { "\(bytes)-\(sum)" })
    }
    let first = try store.image(for: .staticProgram)
    let second = try store.image(for: .staticProgram)
    #expect(first == second)
    #expect(first.isCurrent)
    #expect(FileSystem.names(in: store.directory)?.count == 1)
    store.removeAll(but: [first.directory])
    #expect(first.isCurrent)
    store.removeAll(but: [])
    #expect(FileSystem.names(in: store.directory) == [])
    #expect(!first.isCurrent)
  }
}
