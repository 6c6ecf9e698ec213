// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CStorageFaults
import Foundation
import Synchronization

/// Records the steps that SQLite takes on the files of one directory, in order, and decides the result of each.
final class StorageTape: Sendable {
  struct Step: Sendable {
    enum Act: Sendable {
      case write(offset: Int, bytes: [UInt8])
      case truncate(size: Int)
      case sync
      case delete
    }

    /// The file's name in the directory.
    var file: String
    var act: Act
  }

  /// The result of a step; the steps are numbered from 0.
  enum Verdict {
    case done
    /// It fails with this SQLite result code.
    case fails(Int32)
    /// The disk reports success but does not carry out the step.
    case forgotten
  }

  private struct State {
    var steps: [Step] = []
    var judge: @Sendable (Int, Step) -> Verdict = { _, _ in .done }
  }

  private let directory: String
  private let state = Mutex(State())

  /// Records steps on files below `directory` that are opened from now on.
  init(_ directory: String) {
    self.directory = directory + "/"
    let context = Unmanaged.passUnretained(self).toOpaque()
    let installed = storage_faults_install()
    let watched = storage_faults_watch(
      self.directory,
      { context, step in
        guard let context else { return 0 }
        return Unmanaged<StorageTape>.fromOpaque(context).takeUnretainedValue().observe(step.pointee)
      }, context)
    precondition(installed == 0 && watched == 0, "the test's VFS can't be installed")
  }

  deinit { storage_faults_unwatch(directory) }

  var steps: [Step] { state.withLock { $0.steps } }

  var count: Int { state.withLock { $0.steps.count } }

  func judge(_ judge: @escaping @Sendable (Int, Step) -> Verdict) { state.withLock { $0.judge = judge } }

  private func observe(_ step: storage_step) -> Int32 {
    let taken = Step(
      file: String(String(cString: step.path).dropFirst(directory.count)),
      act: {
        switch step.kind {
        case storage_step_write:
          return .write(
            offset: Int(step.offset), bytes: Array(UnsafeRawBufferPointer(start: step.bytes, count: Int(step.count))))
        case storage_step_truncate: return .truncate(size: Int(step.offset))
        case storage_step_delete: return .delete
        default: return .sync
        }
      }())
    return state.withLock { state in
      let verdict = state.judge(state.steps.count, taken)
      state.steps.append(taken)
      switch verdict {
      case .done: return 0
      case .fails(let code): return code
      case .forgotten: return Int32(storage_forgotten)
      }
    }
  }
}

/// Runs SQL on a file without the store.
///
/// - Returns: The first value of the last result.
@discardableResult
func execute(_ sql: String, on path: String) throws -> String {
  struct Refused: Error { var code: Int32 }
  var answer = [CChar](repeating: 0, count: 1 << 18)
  let code = storage_execute(path, sql, &answer, Int32(answer.count))
  guard code == 0 else { throw Refused(code: code) }
  return String(decoding: answer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
