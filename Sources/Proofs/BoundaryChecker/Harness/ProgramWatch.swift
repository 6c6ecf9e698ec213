// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The observations of a whole check about the family's own programs: the grade of their sandbox, and whether they ever
/// answered a callback.
///
/// A program that never answers would use up every deadline of every world. So the waiting for a program without any answer
/// is limited in total, and after that it isn't started again.
final class ProgramWatch: Sendable {
  private struct Program {
    var waited = Duration.zero
    var hasAnswered = false
    var grades: Set<String> = []
  }

  private let programs = Mutex<[String: Program]>([:])
  private let patience = Mutex(Duration.seconds(40))

  /// The time that the check waits in total for a program that never answers.
  func limitPatience(to limit: Duration) { patience.withLock { $0 = limit } }

  /// The time left for a program that has not answered yet; `nil` for one that has.
  func timeLeft(for program: String) -> Duration? {
    let limit = patience.withLock(\.self)
    return programs.withLock { programs in
      let known = programs[program] ?? Program()
      return known.hasAnswered ? nil : max(.zero, limit - known.waited)
    }
  }

  func waited(for program: String, _ time: Duration) {
    programs.withLock { $0[program, default: .init()].waited += time }
  }

  func answered(_ program: String) { programs.withLock { $0[program, default: .init()].hasAnswered = true } }

  func launched(_ program: String, grade: String) {
    programs.withLock { _ = $0[program, default: .init()].grades.insert(grade) }
  }

  /// The programs that ran, each with every grade that one of its processes had (H11).
  var grades: [(program: String, grade: String)] {
    programs.withLock { programs in
      programs.filter { !$0.value.grades.isEmpty }
        .map { ($0.key, $0.value.grades.sorted().joined(separator: ", ")) }.sorted { $0.0 < $1.0 }
    }
  }
}
