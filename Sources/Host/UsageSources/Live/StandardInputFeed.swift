// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import ScreenTimeRules

/// Records from standard input (a pipe, socket, terminal or file) until its end.
package final class StandardInputFeed: SampleFeed {
  package let place = SourcePlace.standardInput
  package var descriptor: CInt { ready.descriptor }
  package private(set) var isOver = false

  private let ready: ReadySet
  private let input: CInt
  private let isSocket: Bool
  /// Whether the input is a file, which is always ready and which epoll rejects.
  private let isAlwaysReady: Bool
  private var reader = ByteReader()
  private var intake = LineIntake(connection: 1)
  private var hasAppeared = false

  /// - Parameter descriptor: the descriptor to read; 0 except in tests.
  /// - Throws: `SampleFeedError` if the descriptor is not open.
  package init(descriptor: CInt = STDIN_FILENO) throws(SampleFeedError) {
    guard let kind = FileKind(of: descriptor) else {
      throw SampleFeedError(.unreadable, "standard input is closed; connect the program that writes the records")
    }
    let input = Self.own(descriptor, kind)
    guard input >= 0 else { throw .kernel("dup", errno) }
    self.input = input
    isSocket = kind == .socket
    do throws(SampleFeedError) { ready = try ReadySet() } catch {
      _ = Glibc.close(input)
      throw error
    }
    isAlwaysReady = ready.add(input, as: 0) != 0
    ready.raise(isAlwaysReady)
  }

  /// A descriptor of the feed's own. A pipe is reopened, since making it non-blocking would affect every process that
  /// shares it. Other descriptors are read once each time they are ready.
  private static func own(_ descriptor: CInt, _ kind: FileKind) -> CInt {
    if kind == .fifo {
      let own = unsafe open("/proc/self/fd/\(descriptor)", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      if own >= 0 { return own }
    }
    return fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
  }

  package func read() -> [SampleFeedEvent] {
    var news = FeedNews()
    var count = 0
    reading: while !isOver, count < ByteReader.bound, isAlwaysReady || !ready.ready().isEmpty {
      if !hasAppeared {
        hasAppeared = true
        news.events.append(.appeared)
      }
      switch reader.read(input, isSocket: isSocket) {
      case .bytes(let bytes):
        count += bytes.count
        _ = intake.take(bytes, into: &news)
      case .nothing: break reading
      case .end: end(.ended, &news)
      case .failed: end(.failed, &news)
      }
    }
    return news.finish()
  }

  package func close() {
    ready.close()
    _ = Glibc.close(input)
  }

  private func end(_ loss: SourceLoss, _ news: inout FeedNews) {
    intake.end(into: &news)
    news.events.append(.lost(loss))
    isOver = true
    ready.remove(input)
    ready.raise(false)
  }
}
