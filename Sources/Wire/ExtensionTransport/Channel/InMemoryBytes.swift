// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// One direction of an in-memory pipe: a bounded buffer with the behaviour of pipe(7).
///
/// SAFETY: `@unchecked Sendable` because every stored variable is accessed only while `mutex` is locked. The standard
/// library's `Mutex` has no condition variable with a deadline.
@safe final class InMemoryBytes: @unchecked Sendable {
  private let capacity: Int
  private var bytes: [UInt8] = []
  private var isWriterClosed = false
  private var isReaderClosed = false
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(capacity: Int) {
    self.capacity = max(1, capacity)
    unsafe pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(changed, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(mutex)
    unsafe changed.deallocate()
    unsafe mutex.deallocate()
  }

  var byteCount: Int { locked { bytes.count } }

  func read(into buffer: UnsafeMutableRawBufferPointer, until deadline: MonotonicTime?) throws(ByteStreamError) -> Int {
    try locked { () throws(ByteStreamError) in
      while bytes.isEmpty {
        if isWriterClosed { return 0 }
        try wait(until: deadline)
      }
      let count = min(bytes.count, buffer.count)
      unsafe buffer.copyBytes(from: bytes[..<count])
      bytes.removeFirst(count)
      return count
    }
  }

  func write(_ data: UnsafeRawBufferPointer, until deadline: MonotonicTime?) throws(ByteStreamError) -> Int {
    try locked { () throws(ByteStreamError) in
      while !isReaderClosed, !isWriterClosed, bytes.count >= capacity { try wait(until: deadline) }
      guard !isReaderClosed, !isWriterClosed else { throw .brokenPipe }
      let count = min(data.count, capacity - bytes.count)
      unsafe bytes.append(contentsOf: data[..<count])
      return count
    }
  }

  func closeWriting() { locked { isWriterClosed = true } }

  func closeReading() {
    locked {
      isReaderClosed = true
      bytes = []
    }
  }
}

// MARK: -

extension InMemoryBytes {
  /// Runs `body` under the lock, then wakes the waiting threads because the state may have changed.
  private func locked<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer {
      unsafe pthread_cond_broadcast(changed)
      unsafe pthread_mutex_unlock(mutex)
    }
    return try body()
  }

  private func wait(until deadline: MonotonicTime?) throws(ByteStreamError) {
    guard let deadline else {
      unsafe pthread_cond_wait(changed, mutex)
      return
    }
    var time = timespec()
    time.tv_sec = Int(max(0, deadline.nanoseconds) / 1_000_000_000)
    time.tv_nsec = Int(max(0, deadline.nanoseconds) % 1_000_000_000)
    guard unsafe pthread_cond_timedwait(changed, mutex, &time) != ETIMEDOUT else { throw .timedOut }
  }
}
