// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// One manifest file, opened once, so that the checks apply to the bytes that are read.
struct ManifestFile {
  let bytes: [UInt8]

  /// Opens the file without following a symbolic link and checks owner and mode of the open file.
  ///
  /// - Parameter owner: the host's user; root is allowed as well.
  init(path: String, owner: UInt32) throws(RegularFile.Refusal) {
    bytes = try RegularFile(path: path, mostBytes: ManifestJSON.maximumBytes, followsLinks: false) {
      (status) throws(RegularFile.Refusal) in
      guard status.st_uid == owner || status.st_uid == 0 else {
        throw RegularFile.Refusal(
          message:
            "belongs to user \(status.st_uid); it must belong to the host's user \(owner) or to root")
      }
      guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
        throw RegularFile.Refusal(message: "can be written by others; run “chmod go-w” on it")
      }
    }.bytes
  }
}
