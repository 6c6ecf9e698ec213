// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol
internal import Synchronization

/// The elements of `data` messages in wire order, until the frame that is marked as the last one (`wire.md#perform`).
///
/// Elements are kept so that a second iteration returns the same ones (R12). The host limits a report to 16 MiB.
public final class ReportDataStream: AsyncSequence, Sendable {
  public typealias Element = ReportElement
  public typealias Failure = Never

  private struct State {
    var elements: [ReportElement] = []
    var nextFrame: Int64 = 1
    var isEnded = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }
  private let state = Mutex(State())

  public init() {}

  /// Appends one frame. A frame out of order ends the stream, because the elements after it would be wrong.
  func append(frame: Int64, elements: [ReportElement], end: Bool) {
    let waiting = state.withLock { state in
      guard !state.isEnded else { return [CheckedContinuation<Void, Never>]() }
      if frame == state.nextFrame {
        state.elements += elements
        state.nextFrame += 1
        state.isEnded = end
      } else {
        state.isEnded = true
      }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Ends the stream after the reply to the callback, or when the host has closed the connection.
  func finish() {
    let waiting = state.withLock { state in
      state.isEnded = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

  public struct Iterator: AsyncIteratorProtocol, Sendable {
    fileprivate let stream: ReportDataStream
    private var index = 0

    fileprivate init(stream: ReportDataStream) { self.stream = stream }

    public mutating func next() async -> ReportElement? {
      let element = await stream.element(at: index)
      if element != nil { index += 1 }
      return element
    }
  }

  private enum Lookup {
    case element(ReportElement)
    case ended
    case pending
  }

  private func element(at index: Int) async -> ReportElement? {
    while true {
      switch state.withLock({ Self.look(index, in: $0) }) {
      case .element(let element): return element
      case .ended: return nil
      case .pending:
        await withCheckedContinuation { continuation in
          let isReady = state.withLock { state in
            if case .pending = Self.look(index, in: state) {
              state.waiting.append(continuation)
              return false
            }
            return true
          }
          if isReady { continuation.resume() }
        }
      }
    }
  }

  private static func look(_ index: Int, in state: State) -> Lookup {
    if index < state.elements.count { return .element(state.elements[index]) }
    return state.isEnded ? .ended : .pending
  }
}
