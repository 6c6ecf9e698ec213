// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The kernel's names for the errors that attacks meet.
enum ErrorName {
  static func of(_ number: Int32) -> String { names[number] ?? "errno \(number)" }

  private static let names: [Int32: String] = [
    0: "success", EPERM: "EPERM", ENOENT: "ENOENT", ESRCH: "ESRCH", EINTR: "EINTR", EIO: "EIO", ENXIO: "ENXIO",
    E2BIG: "E2BIG", ENOEXEC: "ENOEXEC", EBADF: "EBADF", ECHILD: "ECHILD", EAGAIN: "EAGAIN", ENOMEM: "ENOMEM",
    EACCES: "EACCES", EFAULT: "EFAULT", EBUSY: "EBUSY", EEXIST: "EEXIST", EXDEV: "EXDEV", ENODEV: "ENODEV",
    ENOTDIR: "ENOTDIR", EISDIR: "EISDIR", EINVAL: "EINVAL", ENFILE: "ENFILE", EMFILE: "EMFILE", ENOTTY: "ENOTTY",
    ETXTBSY: "ETXTBSY", EFBIG: "EFBIG", ENOSPC: "ENOSPC", ESPIPE: "ESPIPE", EROFS: "EROFS", EMLINK: "EMLINK",
    EPIPE: "EPIPE", ENAMETOOLONG: "ENAMETOOLONG", ENOSYS: "ENOSYS", ELOOP: "ELOOP", ENOTSOCK: "ENOTSOCK",
    EOPNOTSUPP: "EOPNOTSUPP", EPROTONOSUPPORT: "EPROTONOSUPPORT", EAFNOSUPPORT: "EAFNOSUPPORT",
    ECONNREFUSED: "ECONNREFUSED", ENETUNREACH: "ENETUNREACH",
  ]
}
