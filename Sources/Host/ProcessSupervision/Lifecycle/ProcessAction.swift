// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol

/// An action that the owner of the real process must carry out after a transition.
public enum ProcessAction: Hashable, Sendable {
  case launch
  case sendHello
  case sendShutdown(Shutdown.Reason)
  /// Close the write end, SIGKILL through the pidfd, reap within a second; never wait for end of file.
  case killAndReap
}

/// One transition as the journal records it.
public struct ProcessTransition: Hashable, Sendable {
  public var from: ProcessState
  public var to: ProcessState
  public var reason: ReasonCode
  public var actions: [ProcessAction]
}
