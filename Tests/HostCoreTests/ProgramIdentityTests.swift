// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyManifests
import Foundation
import ProcessSupervision
import Sandboxing
import ScreenTimeStore
import Testing

@testable import HostCore

/// The accounts, containers and records that a host gives its programs; nothing is launched.
@Suite struct ProgramIdentityTests {
  private let families: ScriptFamilies
  private let family: LoadedFamily
  private let declaration: ExtensionDeclaration
  private let store: DeviceStore
  private let installer: ProgramInstaller
  private var programs: String { families.scratch.path + "/programs" }

  init() throws {
    families = try ScriptFamilies()
    try families.add("one", executable: "monitor.sh", interpreter: "/bin/sh")
    family = try #require(FamilyCatalog(directories: [families.manifests], owner: getuid()).families.first)
    declaration = try #require(family.manifest.extensions.first)
    try FileManager.default.createDirectory(atPath: families.state, withIntermediateDirectories: true)
    store = try DeviceStore(directory: families.state, durability: .simulated)
    installer = try ProgramInstaller(
      programs: families.scratch.path + "/programs", stateDirectory: families.state, store: store)
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `on a root host each family has two accounts of its own, and on another host none`() throws {
    let later = try ProgramInstaller(programs: programs, stateDirectory: families.state, store: store)
    var found: [LaunchSpecification.Identity?] = [installer.canaryIdentity]
    for (installer, family) in [(installer, "one"), (installer, "two"), (later, "one"), (later, "three")] {
      for isSealed in [false, true] { found.append(try installer.identity(of: family, isSealed: isSealed)) }
    }
    let numbers: [UInt32] = [61_999, 62_000, 62_001, 62_002, 62_003, 62_000, 62_001, 62_004, 62_005]
    #expect(
      found == numbers.map { geteuid() == 0 ? LaunchSpecification.Identity(uid: $0, gid: $0) : nil })
  }

  @Test func `a family's container has a directory for each group but the first, and is its account's alone`() throws {
    var manifest = family.manifest
    manifest.groups = ["group.a", "group.b", "group.c"]
    let path = try installer.container(of: manifest, identity: nil)
    #expect(path == families.state + "/containers/one")
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == ["group.b", "group.c"])
    #expect(try mode(path) == 0o700 && mode(path + "/group.b") == 0o700)
    // The directories above are passed by every account.
    #expect(try mode(families.state + "/containers") == 0o755 && mode(programs) == 0o755)
    manifest.groups = ["group.a"]
    #expect(try installer.container(of: manifest, identity: nil) == path)
    manifest.family = "two"
    try families.scratch.write("", to: "state/containers/two")
    let error = #expect(throws: HostError.self) { try installer.container(of: manifest, identity: nil) }
    let says = try #require(error?.description)
    let start = "The container \(families.state)/containers/two can't be prepared: "
    #expect(error?.code == .failed && says.hasPrefix(start))
  }

  @Test func `copies are numbered, and a build is known once it was hashed`() throws {
    func known() -> String? { ProgramInstaller.recordedBuild(of: declaration, of: "one", in: programs) }
    func install() throws -> InstalledProgram {
      try installer.install(declaration, of: "one", from: families.bundle, assets: [])
    }
    #expect(known() == nil)
    let first = try install()
    #expect(first.bundle.directory.hasSuffix("/one/monitor/1") && known() == nil)
    #expect(try mode(programs + "/one/monitor/record.json") == 0o600)
    let hash = try installer.hash(of: first, declaration, of: "one")
    #expect(hash.count == 64 && known() == hash)
    try families.copy("monitor.sh", replacing: "#!/bin/sh", with: "#!/bin/sh\n# another build")
    let second = try install()
    #expect(second.bundle.directory.hasSuffix("/one/monitor/2") && known() == nil)
    let other = try installer.hash(of: second, declaration, of: "one")
    #expect(other != hash && known() == other)
    // The record is about the second build, so it doesn't answer for the first, which is gone.
    #expect(throws: (any Error).self) { try installer.hash(of: first, declaration, of: "one") }
    #expect(try install().bundle == second.bundle && known() == other)
  }

  @Test func `a view of a running host knows the builds of its programs and starts none`() throws {
    let installed = try installer.install(declaration, of: "one", from: families.bundle, assets: [])
    let hash = try installer.hash(of: installed, declaration, of: "one")
    let prepared = try RecordedPrograms(directory: programs).program(declaration, of: family, granted: [])
    #expect(prepared.build.hash == hash)
    let failure = #expect(throws: LaunchFailure.self) { _ = try prepared.launching.launch() }
    #expect(failure?.stage == "host" && failure?.message == "a view of a running host starts no programs")
  }
}
