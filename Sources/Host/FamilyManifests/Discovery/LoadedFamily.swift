// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation

/// A family whose manifest was accepted, with the manifest's path.
package struct LoadedFamily: Hashable, Sendable {
  package var manifest: FamilyManifest
  /// The absolute path of the manifest.
  package var file: String
  /// The activities that its stand-in app monitors (DEV-3); empty without a stand-in.
  package var monitored: [MonitorSpecification] = []

  package init(manifest: FamilyManifest, file: String) {
    self.manifest = manifest
    self.file = file
  }

  /// The bundle as an absolute path without `..`, resolved against the manifest's directory.
  package var bundlePath: String {
    let bundle = manifest.bundle
    guard !bundle.hasPrefix("/") else { return Self.normalised(bundle) }
    return Self.normalised("\(Self.directory(of: file))/\(bundle)")
  }

  /// The path of a program's executable.
  package func executablePath(of program: ExtensionDeclaration) -> String { "\(bundlePath)/\(program.executable)" }

  /// The files that the manifest names but that don't exist or can't be used. Such a program can't start; its family is
  /// still listed, so that `families validate` can report what to build.
  package func missingFiles() -> [ManifestDiagnostic] {
    var missing: [ManifestDiagnostic] = []
    let name = String(file.split(separator: "/").last ?? "")
    func check(_ path: String, pointer: String, what: String, isProgram: Bool) {
      var isDirectory: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
      if !exists {
        missing.append(
          .init(file: name, pointer: pointer, message: "\(what) “\(path)” doesn't exist; build or install it"))
      } else if isDirectory.boolValue {
        missing.append(.init(file: name, pointer: pointer, message: "\(what) “\(path)” is a directory"))
      } else if isProgram, !FileManager.default.isExecutableFile(atPath: path) {
        missing.append(
          .init(file: name, pointer: pointer, message: "\(what) “\(path)” is not executable; run “chmod +x” on it"))
      }
    }
    for program in manifest.programs {
      let pointer = program.point == .app ? "/app" : "/extensions/\(manifest.extensions.firstIndex(of: program) ?? 0)"
      check(
        executablePath(of: program), pointer: "\(pointer)/executable", what: "the executable",
        isProgram: program.interpreter == nil)
      if let interpreter = program.interpreter {
        check(interpreter, pointer: "\(pointer)/interpreter", what: "the interpreter", isProgram: true)
      }
    }
    for (index, asset) in manifest.assets.enumerated() {
      check("\(bundlePath)/\(asset.path)", pointer: "/assets/\(index)/path", what: "the asset", isProgram: false)
    }
    return missing
  }

  // MARK: - Paths

  private static func directory(of file: String) -> String {
    file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
  }

  /// Normalizes a path lexically. The launcher opens the result without following links, so links can't change its
  /// meaning.
  static func normalised(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
