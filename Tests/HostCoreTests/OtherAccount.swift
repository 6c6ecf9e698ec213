// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An ordinary account, which a test's own process becomes. A clone in a home directory of mode 0700 is closed to it, so
/// what it runs and reads is copied to a place that it can reach.
enum OtherAccount {
  private static let programs = ["sallyport", "sallyport-launch", "sallyport-canary"]

  /// Becomes the account `uid`; can't be undone.
  static func become(_ uid: UInt32) throws {
    let folder = (HostProgram.find() as NSString).deletingLastPathComponent
    if let copy = try reachable(folder, only: programs) { setenv("SALLYPORT_PROGRAM", copy + "/sallyport", 1) }
    if let copy = try reachable(ScriptFamilies.scripts, only: nil) { setenv("SALLYPORT_SCRIPTS", copy, 1) }
    setgroups(0, nil)
    setgid(uid)
    setuid(uid)
  }

  /// Copies files of a folder that other accounts can't enter.
  ///
  /// - Returns: the copy, which everybody may read and run; `nil` if the folder can be entered.
  static func reachable(_ folder: String, only names: [String]?) throws -> String? {
    guard !isOpen(folder) else { return nil }
    let copy = "/tmp/sallyport-open-\(UUID())"
    try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
    chmod(copy, 0o755)
    for name in try names ?? FileManager.default.contentsOfDirectory(atPath: folder) {
      guard FileManager.default.fileExists(atPath: "\(folder)/\(name)") else { continue }
      try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: "\(copy)/\(name)")
      chmod("\(copy)/\(name)", 0o755)
    }
    return copy
  }

  /// Whether every directory on the way may be entered by everybody.
  private static func isOpen(_ folder: String) -> Bool {
    var path = URL(filePath: folder).standardizedFileURL.path
    while path != "/" {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & 0o005 == 0o005 else { return false }
      path = (path as NSString).deletingLastPathComponent
    }
    return true
  }
}
