// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Numbers the changes of the host for the streams of pages.
final class ChangeBoard: Sendable {
  private struct State {
    var number: Int64 = 1
    var isHostThere = false
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextWaiter = 0
  }

  private let state = Mutex(State())

  var number: Int64 { state.withLock(\.number) }
  var isHostThere: Bool { state.withLock(\.isHostThere) }

  /// Records a change and wakes all waiting streams. A host that ends or returns is a change too.
  func change(isHostThere: Bool) {
    let woken = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      // While no host runs, nothing changes.
      guard isHostThere || state.isHostThere else { return [] }
      state.number += 1
      state.isHostThere = isHostThere
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in woken { continuation.resume() }
  }

  /// Waits until the number is above `number`, or the time is over.
  func wait(beyond number: Int64, atMost time: Duration) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.change(beyond: number) }
      group.addTask { try? await Task.sleep(for: time) }
      await group.next()
      group.cancelAll()
    }
  }

  private func change(beyond number: Int64) async {
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDue = state.withLock { state in
          guard state.number <= number, !Task.isCancelled else { return true }
          state.waiting[id] = continuation
          return false
        }
        if isDue { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
    }
  }
}
