// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import ScreenTimeRules

/// Records from a FIFO, whose writers may connect and disconnect.
package final class FIFOFeed: SampleFeed {
  package let place = SourcePlace.fifo
  package var descriptor: CInt { ready.descriptor }
  package let isOver = false

  private let ready: ReadySet
  private var fifo: CInt
  private var reader = ByteReader()
  /// The lines of the current writer; `nil` while no writer is connected.
  private var writer: LineIntake?
  private var writers = 0

  /// - Throws: `SampleFeedError` if the path is not a readable FIFO.
  package init(path: String) throws(SampleFeedError) {
    let fifo = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard fifo >= 0 else {
      throw SampleFeedError(.unreadable, "the FIFO “\(path)” can't be opened: \(SampleFeedError.text(of: errno))")
    }
    guard FileKind(of: fifo) == .fifo else {
      _ = Glibc.close(fifo)
      throw SampleFeedError(.notAFIFO, "“\(path)” is not a FIFO; make one with mkfifo")
    }
    do throws(SampleFeedError) { ready = try ReadySet() } catch {
      _ = Glibc.close(fifo)
      throw error
    }
    self.fifo = fifo
    _ = ready.add(fifo, as: 0)
  }

  package func read() -> [SampleFeedEvent] {
    var news = FeedNews()
    var count = 0
    guard !ready.ready().isEmpty else { return [] }
    reading: while count < ByteReader.bound {
      switch reader.read(fifo) {
      case .bytes(let bytes):
        count += bytes.count
        if writer == nil { arrive(&news) }
        _ = writer?.take(bytes, into: &news)
      case .nothing: break reading
      case .end, .failed:
        leave(&news)
        break reading
      }
    }
    return news.finish()
  }

  package func close() {
    ready.close()
    _ = Glibc.close(fifo)
  }

  private func arrive(_ news: inout FeedNews) {
    writers += 1
    writer = LineIntake(connection: writers)
    news.events.append(.appeared)
  }

  private func leave(_ news: inout FeedNews) {
    if writer != nil {
      writer?.end(into: &news)
      writer = nil
      news.events.append(.lost(.writerLeft))
    }
    // After the last writer closes, this open file description stays readable at its end, so open the FIFO again to
    // wait for the next writer.
    let fresh = unsafe open("/proc/self/fd/\(fifo)", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    ready.remove(fifo)
    guard fresh >= 0 else { return news.events.append(.lost(.failed)) }
    _ = Glibc.close(fifo)
    fifo = fresh
    _ = ready.add(fifo, as: 0)
  }
}
