// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Sandboxing

/// The yardstick of launching: bubblewrap with the namespaces and the view that our launcher gives, and nothing more.
///
/// It installs no filter, no Landlock rules and no limits, which our launcher does.
struct Bubblewrap {
  static let program = "/usr/bin/bwrap"

  /// - Parameter showsProcesses: what the profile has: a confined process gets procfs, a sealed one does not.
  static func arguments(for bundle: InstalledBundle, showsProcesses: Bool) -> [String] {
    var arguments = [
      "--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--setenv", "SALLYPORT_WIRE", "3:4",
      "--ro-bind", bundle.directory, "/bundle",
    ]
    if showsProcesses {
      arguments += ["--ro-bind", "/usr/share/zoneinfo", "/usr/share/zoneinfo", "--proc", "/proc", "--tmpfs", "/tmp"]
    } else {
      // A static Swift program reads its own name there; our view has a plain link.
      arguments += ["--symlink", "/bundle/\(bundle.executable)", "/proc/self/exe"]
    }
    return arguments + ["--cap-drop", "ALL", "--", "/bundle/\(bundle.executable)"]
  }
}
