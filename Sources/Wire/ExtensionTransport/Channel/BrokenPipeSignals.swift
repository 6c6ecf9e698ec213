// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Makes a write to a closed pipe fail with an error instead of terminating this process. Call it once, at start.
///
/// Pipes have no `MSG_NOSIGNAL`, and blocking the signal around each write costs two system calls. The host calls this
/// in `main`. A launched extension starts with default dispositions (`attacks.tsv` IH07) and may keep them: if its host
/// is gone, there is nothing left for it to do.
public func ignoreBrokenPipeSignals() {
  _ = signal(SIGPIPE, SIG_IGN)
}
