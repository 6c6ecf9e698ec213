// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import Sandboxing
import ScreenTimeStore
import Testing

@testable import HostCore

/// The files that a host keeps beside its copies of programs: the lock, the records and the images.
@Suite struct InstalledCopyTests {
  private let families: ScriptFamilies
  private let declaration: ExtensionDeclaration
  private let installer: ProgramInstaller
  private var programs: String { families.scratch.path + "/programs" }

  init() throws {
    families = try ScriptFamilies()
    try families.add("one", executable: "monitor.sh", interpreter: "/bin/sh")
    let catalog = FamilyCatalog(directories: [families.manifests], owner: getuid())
    declaration = try #require(catalog.families.first?.manifest.extensions.first)
    try FileManager.default.createDirectory(atPath: families.state, withIntermediateDirectories: true)
    installer = try ProgramInstaller(
      programs: families.scratch.path + "/programs", stateDirectory: families.state,
      store: DeviceStore(directory: families.state, durability: .simulated))
  }

  private func install(_ declaration: ExtensionDeclaration? = nil) throws -> InstalledProgram {
    try installer.install(declaration ?? self.declaration, of: "one", from: families.bundle, assets: [])
  }

  private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: programs + "/" + name) }

  @Test func `the lock of the copies is the host's alone, and a link in its place is refused`() throws {
    _ = try install()
    let lock = programs + "/install.lock"
    #expect(try FileManager.default.attributesOfItem(atPath: lock)[.posixPermissions] as? Int == 0o600)
    try FileManager.default.removeItem(atPath: lock)
    try FileManager.default.createSymbolicLink(atPath: lock, withDestinationPath: programs + "/elsewhere")
    let error = #expect(throws: HostError.self) { try install() }
    #expect(error?.description.hasSuffix("/programs can't be written: errno \(ELOOP).") == true)
    #expect(!exists("elsewhere"))
  }

  @Test func `a program that opens no files has no image, and is copied once`() throws {
    var sealed = declaration
    sealed.point = .shieldConfiguration
    sealed.fitting = .compute
    let first = try install(sealed)
    #expect(first.runtimeImage == nil && first.refusal == nil)
    #expect(!exists("one/.images") && !exists("one/.images-sealed"))
    #expect(try install(sealed).bundle == first.bundle)
    #expect(first.bundle.directory.hasSuffix("/one/monitor/1"))
  }

  @Test func `a new build ends the images that no program has, of sealed points and of others`() throws {
    let first = try install()
    for store in [".images", ".images-sealed"] {
      try families.scratch.write("", to: "programs/one/\(store)/old/file")
    }
    #expect(try install().bundle == first.bundle && exists("one/.images/old"))
    try families.copy("monitor.sh", replacing: "#!/bin/sh", with: "#!/bin/sh\n# another build")
    let second = try install()
    let image = try #require(second.runtimeImage)
    #expect(FileManager.default.fileExists(atPath: image.directory))
    #expect(!exists("one/.images/old") && !exists("one/.images-sealed/old"))
  }

  @Test func `images that can't be kept are the host's failure, and no refusal of the program`() throws {
    try families.scratch.write("", to: "programs/one/.images")
    let error = #expect(throws: LaunchError.self) { try install() }
    #expect(error?.stage == "host")
  }

  @Test func `the digest of a copy is not noted in a record of another copy`() throws {
    func known() -> String? { ProgramInstaller.recordedBuild(of: declaration, of: "one", in: programs) }
    let first = try install()
    let record = programs + "/one/monitor/record.json"
    let text = try String(contentsOfFile: record, encoding: .utf8)
    // As if another host had installed the next build.
    let next = text.replacing(#"monitor\/1""#, with: #"monitor\/2""#).replacing(
      #"monitor/1""#, with: #"monitor/2""#)
    try #require(next != text)
    try Data(next.utf8).write(to: URL(filePath: record))
    #expect(try installer.hash(of: first, declaration, of: "one").count == 64)
    #expect(known() == nil)
    try Data(text.utf8).write(to: URL(filePath: record))
    let hash = try installer.hash(of: first, declaration, of: "one")
    #expect(known() == hash)
  }

  @Test func `on a host that is not root no program has an account of its own`() async {
    await #expect(processExitsWith: .success) {
      if geteuid() == 0 {
        let account = 780_000 + UInt32(getpid())
        setgroups(0, nil)
        setgid(account)
        setuid(account)
      }
      let scratch = Scratch()
      let state = scratch.path + "/state"
      try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
      let installer = try ProgramInstaller(
        programs: scratch.path + "/programs", stateDirectory: state,
        store: DeviceStore(directory: state, durability: .simulated))
      #expect(installer.canaryIdentity == nil)
      for isSealed in [false, true] { #expect(try installer.identity(of: "one", isSealed: isSealed) == nil) }
    }
  }
}
