// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The restrictions of an extension, which depend on what its point shows it.
public enum SandboxProfile: Hashable, Sendable {
  /// The file access of a sealed process.
  public enum FilesystemAccess: String, Hashable, Sendable, CaseIterable {
    /// No system call that takes a path. For static executables that open nothing.
    case compute
    /// Read-only opens in a view of copies, and a private scratch directory.
    case files
  }
  /// Sees secrets, so its answer is its only output.
  case sealed(FilesystemAccess)
  /// Sees no secrets; has access to its bundle, its container and its runtime.
  case confined
}

/// The linkage of an executable, which decides the memory rights that the filter allows.
public enum LinkMode: String, Hashable, Sendable {
  /// Has no loader and never creates an executable mapping.
  case staticExecutable
  case dynamic
}

/// The descriptors that carry the protocol.
public enum LaunchWire: String, Hashable, Sendable {
  /// Request on 3, reply on 4; 0 is empty, 1 and 2 are the log.
  case fileDescriptors
  /// Request on 0, reply on 1, log on 2: for scripts.
  case standardStreams

  /// The value of `SALLYPORT_WIRE` (`wire.md#start-of-a-process`).
  var environmentValue: String { self == .fileDescriptors ? "3:4" : "0:1" }
}
