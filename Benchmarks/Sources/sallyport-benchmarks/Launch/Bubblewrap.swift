// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Sandboxing

/// The baseline for launches: bubblewrap with the namespaces and the view of our launcher.
///
/// It installs no filter, no Landlock rules and no limits, unlike our launcher.
struct Bubblewrap {
  static let program = "/usr/bin/bwrap"

  /// The namespaces that our launcher creates, except the time namespace, which bubblewrap lacks. They include a user
  /// namespace only on an unprivileged host: a root host's launches have none.
  private static var namespaces: [String] {
    geteuid() == 0
      ? ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"] : ["--unshare-all"]
  }

  static func arguments(for subject: LaunchSubject) -> [String] {
    let specification = subject.specification
    let program = "/bundle/" + specification.executable
    var arguments =
      namespaces + [
        "--die-with-parent", "--new-session", "--clearenv", "--setenv", "SALLYPORT_WIRE", "3:4", "--setenv", "LANG",
        "C.UTF-8", "--ro-bind", specification.bundleDirectory, "/bundle",
      ]
    if let image = specification.runtimeImage {
      arguments += ["--ro-bind", image + "/usr", "/usr", "--symlink", "usr/lib", loaderLink]
    }
    if specification.profile == .confined {
      arguments += ["--proc", "/proc", "--tmpfs", "/tmp"]
    } else {
      // A static Swift program reads its own path there; our view has a plain link.
      arguments += ["--symlink", program, "/proc/self/exe"]
    }
    return arguments + ["--cap-drop", "ALL", "--"] + (specification.interpreter.map { [$0] } ?? []) + [program]
  }

  private static var loaderLink: String {
    #if arch(x86_64)
      "/lib64"
    #else
      "/lib"
    #endif
  }
}
