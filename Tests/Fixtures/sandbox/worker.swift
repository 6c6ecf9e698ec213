// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0
//
// A harmless Swift extension with Codable, Calendar, tasks, actors and Dispatch; it answers each line with one.

import Dispatch
import Foundation

struct Answer: Codable {
  var line: String
  var sum: Int
  var later: Int
  var day: Int
}

/// Uses Foundation's calendar, in a time zone that needs no file.
func dayOfMonth() -> Int {
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = .gmt
  return calendar.component(.day, from: Date(timeIntervalSince1970: 1_795_273_200))
}

actor Sum {
  private(set) var total = 0
  func add(_ number: Int) { total += number }
}

func answer(_ line: String) async throws -> [UInt8] {
  let sum = Sum()
  await withTaskGroup(of: Void.self) { group in
    for number in 1...10 { group.addTask { await sum.add(number) } }
  }
  let later: Int = await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(returning: Int(getpid())) }
  }
  return try Array(
    JSONEncoder().encode(Answer(line: line, sum: await sum.total, later: later, day: dayOfMonth()))) + [10]
}

var line: [UInt8] = []
while true {
  var byte: UInt8 = 0
  guard read(3, &byte, 1) == 1 else { break }
  guard byte == 10 else {
    line.append(byte)
    continue
  }
  let bytes = try await answer(String(decoding: line, as: UTF8.self))
  line = []
  _ = write(4, bytes, bytes.count)
}
