// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// How much an extension point is shown, and so how tightly it is held (section 2).
public enum SandboxProfile: Hashable, Sendable {
  /// What a sealed process may do besides answering.
  public enum FilesystemAccess: String, Hashable, Sendable, CaseIterable {
    /// No system call that takes a path. For static executables that open nothing.
    case compute
    /// Read-only opens in a view of copies, and a private scratch directory.
    case files
  }
  /// Shown secrets, so there is no way out but the answer.
  case sealed(FilesystemAccess)
  /// Shown no secrets; sees its bundle, its container and its runtime.
  case confined
}

/// How an executable is linked; it decides which memory rights the filter leaves.
public enum LinkMode: String, Hashable, Sendable {
  /// No loader and no executable mapping is ever made.
  case staticExecutable
  case dynamic
}

/// Which descriptors carry the protocol.
public enum LaunchWire: String, Hashable, Sendable {
  /// Request on 3, reply on 4; 0 is empty, 1 and 2 are the log.
  case fileDescriptors
  /// Request on 0, reply on 1, log on 2: for scripts.
  case standardStreams

  /// The value of `SALLYPORT_WIRE` (`wire.md#start-of-a-process`).
  var environmentValue: String { self == .fileDescriptors ? "3:4" : "0:1" }
}
