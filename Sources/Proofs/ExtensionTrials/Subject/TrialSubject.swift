// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import FamilyManifests
internal import Foundation
internal import Sandboxing

/// The extension under test, as declared in its manifest or assumed for a bare executable.
package struct TrialSubject: Hashable, Sendable {
  /// `<family>.<name>`.
  package var id: String
  package var point: ExtensionPoint
  /// The manifest's version, which the answer to `hello` must repeat; `nil` without a manifest.
  package var version: String?
  package var capabilities: [Capability]
  package var behaviour: Behaviour
  /// The directory of the executable and the assets.
  package var bundle: String
  /// Relative to the bundle.
  package var executable: String
  /// The SHA-256 of the executable from the manifest.
  package var sha256: String?
  package var assets: [FamilyManifest.Asset]
  package var interpreter: String?
  package var interpreterArguments: [String] = []
  package var wire: ExtensionDeclaration.Channel
  package var fitting: ExtensionDeclaration.FilesystemAccess?
  package var locks: Bool
  package var limits: ExtensionLimits
  /// The names of the family's container; the first is its root.
  package var groups: [String]
  package var urlSchemes: Set<String> = []
  package var urlHosts: Set<String> = []

  /// The family's slug.
  package var family: String { String(id.prefix { $0 != "." }) }

  /// A program as its family's manifest declares it.
  package init(_ program: ExtensionDeclaration, of family: LoadedFamily) {
    id = program.id
    point = program.point
    version = family.manifest.version
    capabilities = program.requests.filter { $0.isOpen(to: program.point) }
      .sorted { $0.rawValue.precedesInUTF8($1.rawValue) }
    behaviour = family.manifest.behaviour
    bundle = family.bundlePath
    executable = program.executable
    sha256 = program.sha256
    assets = family.manifest.assets
    interpreter = program.interpreter
    interpreterArguments = program.interpreterArguments
    wire = program.wire
    fitting = program.fitting
    locks = program.locks
    limits = program.limits
    groups = family.manifest.groups
    urlSchemes = Set(family.manifest.urlSchemes)
    urlHosts = Set(family.manifest.urlHosts)
  }

  /// A bare executable, with all capabilities of its point; a script runs with the interpreter in its first line.
  ///
  /// - Throws: `ExtensionTrialError` for a file that can't be executed.
  package init(
    executable path: String, point: ExtensionPoint, wire: ExtensionDeclaration.Channel = .fds, groups: [String] = []
  ) throws {
    let file = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath()
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isDirectory) else {
      throw ExtensionTrialError("The file \(path) does not exist; build the extension, or name it as <family>.<name>.")
    }
    guard !isDirectory.boolValue else {
      throw ExtensionTrialError("\(path) is a directory; name the executable in it.")
    }
    interpreter = try Self.interpreter(of: file.path)
    guard interpreter != nil || FileManager.default.isExecutableFile(atPath: file.path) else {
      throw ExtensionTrialError("\(path) is not executable; run “chmod +x” on it.")
    }
    let rules = PointRules.rules(for: point)
    id = "trial.\(Self.slug(file.deletingPathExtension().lastPathComponent))"
    self.point = point
    capabilities = rules.capabilities
    behaviour = .strict
    bundle = file.deletingLastPathComponent().path
    executable = file.lastPathComponent
    assets = []
    self.wire = wire
    fitting = nil
    locks = false
    limits = rules.standardLimits
    self.groups = groups.isEmpty ? ["group.trial"] : groups
  }

  private static func interpreter(of path: String) throws -> String? {
    do throws(LaunchError) {
      return try Interpreter(ofScript: path)?.path
    } catch {
      throw ExtensionTrialError("\(error.message). \(error.remedy)")
    }
  }

  private static func slug(_ text: String) -> String {
    let letters = text.lowercased().unicodeScalars.map { scalar in
      ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) ? Character(scalar) : "-"
    }
    let trimmed = String(String(letters).drop { !("a"..."z").contains($0) }.prefix(32))
    return trimmed.isEmpty ? "extension" : trimmed
  }
}
