// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Whether an extension under another uid can reach a directory by its real path, as a flat launch requires.
///
/// The extension opens its files by their paths under its own uid, so that user must be able to search every directory
/// above them.
enum FlatReach {
  /// The first directory above `path`, starting at the root, that `identity` can't search; `nil` if there is none.
  static func barrier(to path: String, for identity: LaunchSpecification.Identity) -> String? {
    var directory = ""
    for component in path.split(separator: "/").dropLast() {
      directory += "/" + component
      guard let status = FileSystem.status(directory) else { return directory }
      let right =
        status.st_uid == identity.uid ? S_IXUSR : status.st_gid == identity.gid ? S_IXGRP : S_IXOTH
      if status.st_mode & right == 0 { return directory }
    }
    return nil
  }
}
