// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyManifests
import Foundation
import Glibc

/// A valid manifest with a monitor, a shield and a report, in which tests change one place at a time.
enum ManifestFixture {
  static let good = """
    {
      "manifest": 1, "family": "demo", "displayName": "Demo", "version": "1.0",
      "developer": { "name": "Somebody" },
      "groups": ["group.org.example.demo"],
      "bundle": "../bundle",
      "extensions": [
        { "name": "monitor", "point": "monitor", "executable": "Monitor", "requests": ["settings"] },
        { "name": "shield", "point": "shieldConfiguration", "executable": "Shield" },
        { "name": "report", "point": "report", "executable": "Report", "limits": { "deadlineMs": 2000 } }
      ]
    }
    """

  /// The sentences with which the manifest is refused after one text is replaced.
  static func refusals(replacing old: String, with new: String) -> [String] {
    refusals(of: Array(good.replacingOccurrences(of: old, with: new).utf8))
  }

  static func refusals(of bytes: [UInt8]) -> [String] {
    do {
      _ = try FamilyManifest(contents: bytes, file: "demo.json")
      return []
    } catch {
      return error.diagnostics.map(\.description)
    }
  }

  /// Runs `body` with a temporary directory, which is removed afterwards.
  static func withDirectory<Result>(_ body: (String) throws -> Result) throws -> Result {
    let path = NSTemporaryDirectory() + "sallyport-manifests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }

  /// Writes a manifest with exactly this mode, regardless of the umask.
  static func write(_ text: String, to path: String, mode: mode_t = 0o644) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    chmod(path, mode)
  }

  static var repository: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }
}
