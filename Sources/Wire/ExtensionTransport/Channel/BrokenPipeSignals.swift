// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Makes a write to a peer that has gone an error instead of the end of this process. Call it once, at start.
///
/// There is no `MSG_NOSIGNAL` for pipes, and blocking the signal around each write costs two system calls. The host
/// calls it in `main`; a launched extension starts with default dispositions again (`attacks.tsv` IH07) and may leave
/// them: nobody is left to hear it.
public func ignoreBrokenPipeSignals() {
  _ = signal(SIGPIPE, SIG_IGN)
}
