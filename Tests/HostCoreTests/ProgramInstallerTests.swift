// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyManifests
import Foundation
import Sandboxing
import ScreenTimeStore
import Testing

@testable import HostCore

/// Copies of programs in a folder of their own; nothing is launched.
@Suite struct ProgramInstallerTests {
  private let families: ScriptFamilies
  private let declaration: ExtensionDeclaration
  private let installer: ProgramInstaller

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

  private func install() throws -> InstalledProgram {
    try installer.install(declaration, of: "one", from: families.bundle, assets: [])
  }

  private func isThere(_ directory: String) -> Bool { FileManager.default.fileExists(atPath: directory) }

  @Test func `an unchanged program is copied once, and again if its copy or its runtime image is gone`() throws {
    let first = try install()
    #expect(first.refusal == nil && isThere(first.bundle.directory))
    let image = try #require(first.runtimeImage)
    #expect(try install().bundle == first.bundle)
    let hash = try installer.hash(of: first, declaration, of: "one")
    #expect(try installer.hash(of: first, declaration, of: "one") == hash)
    #expect(
      ProgramInstaller.recordedBuild(of: declaration, of: "one", in: families.scratch.path + "/programs") == hash)
    try FileManager.default.removeItem(atPath: first.bundle.directory)
    let second = try install()
    #expect(second.bundle.directory != first.bundle.directory && isThere(second.bundle.directory))
    try FileManager.default.removeItem(atPath: image.directory)
    let third = try install()
    let renewed = try #require(third.runtimeImage)
    #expect(third.bundle.directory != second.bundle.directory && isThere(renewed.directory))
    #expect(!isThere(second.bundle.directory), "the older copy is removed")
  }

  @Test func `a program that was built again is copied again, and one that is gone is refused by its path`() throws {
    let first = try install()
    try families.copy("monitor.sh", replacing: "#!/bin/sh", with: "#!/bin/sh\n# another build")
    let second = try install()
    #expect(second.bundle.directory != first.bundle.directory && !isThere(first.bundle.directory))
    try FileManager.default.removeItem(atPath: families.bundle + "/monitor.sh")
    let error = #expect(throws: HostError.self) { try install() }
    #expect(error?.description.contains("monitor.sh does not exist") == true)
  }
}
