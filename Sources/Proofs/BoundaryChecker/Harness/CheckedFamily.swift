// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import FamilyManifests
internal import Foundation

/// The family under test, and the stubs beside it.
package struct CheckedFamily: Sendable {
  package let located: LoadedFamily
  /// The directory in which a host keeps its copies of the programs; one for the whole check.
  let programs: String
  let launcher: String
  let watch = ProgramWatch()
  /// A deliberate leak of the host, to test the checker.
  package var hostFault: HostFault?

  /// - Parameters:
  ///   - programs: a directory that all users may enter.
  ///   - launcher: the launcher program.
  package init(_ located: LoadedFamily, programs: String, launcher: String) {
    self.located = located
    self.programs = programs
    self.launcher = launcher
  }

  package var name: String { located.manifest.family }

  /// Its sealed points.
  package var sealedPoints: [ExtensionPoint] {
    ExtensionPoint.allCases.filter { $0.isSealed && !located.manifest.programs(at: $0).isEmpty }
  }

  /// The family with stubs at every point that it doesn't have and at the points that aren't tested.
  ///
  /// - Parameter keeping: the points at which the family's own program runs.
  func withUnderstudies(keeping: (ExtensionPoint) -> Bool) throws -> LoadedFamily {
    var family = try Self.understudies(named: name)
    let own = located.manifest
    family.manifest.version = own.version
    family.manifest.displayName = own.displayName
    family.manifest.behaviour = own.behaviour
    family.manifest.assets = own.assets
    family.manifest.extensions.removeAll { keeping($0.point) }
    family.manifest.extensions += own.extensions.filter { keeping($0.point) }
    family.manifest.bundle = own.bundle
    family.file = located.file
    return family
  }

  /// Another family on the same device.
  static let neighbour = "neighbour"

  static func understudies(named name: String) throws -> LoadedFamily {
    let text = """
      {"manifest":1,"family":"\(name)","displayName":"\(name)","version":"1.0","developer":{"name":"Boundary check"},
      "groups":["group.example.\(name)"],"bundle":"/nowhere",
      "app":{"executable":"app","requests":["authorization","monitoring","picker","reports","settings"]},
      "extensions":[
      {"name":"greedymonitor","point":"monitor","executable":"monitor","requests":["monitoring","settings"]},
      {"name":"greedyaction","point":"shieldAction","executable":"action","requests":["monitoring","settings"]},
      {"name":"greedyshield","point":"shieldConfiguration","executable":"shield"},
      {"name":"greedyreport","point":"report","executable":"report"}]}
      """
    return LoadedFamily(
      manifest: try FamilyManifest(contents: Array(text.utf8), file: "\(name).json"), file: "/nowhere/\(name).json")
  }
}
