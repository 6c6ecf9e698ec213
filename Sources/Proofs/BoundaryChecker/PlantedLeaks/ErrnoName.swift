// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The names of errors that attempts fail with.
enum ErrnoName {
  static func of(_ number: Int32) -> String {
    switch number {
    case EPERM: "EPERM"
    case EACCES: "EACCES"
    case ENOENT: "ENOENT"
    case ENOSYS: "ENOSYS"
    case EBADF: "EBADF"
    case EROFS: "EROFS"
    case ESRCH: "ESRCH"
    case ENODATA: "no data"
    case ETIME: "took too long"
    default: "error \(number)"
    }
  }
}
