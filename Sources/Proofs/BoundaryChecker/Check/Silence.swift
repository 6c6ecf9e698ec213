// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
internal import ProcessSupervision

/// A point that gave no answer, and why, as far as the host can see it.
package struct Silence: Hashable, Sendable {
  package let point: ExtensionPoint
  /// Completes "*point* …".
  package let reason: String

  package var sentence: String { "\(point.rawValue) \(reason)" }

  /// - Parameter crossings: the family's own, with the processes that gave no answer.
  init(of point: ExtensionPoint, in crossings: [Crossing]) {
    self.point = point
    var (starts, greetings, requests, answers) = (0, 0, 0, 0)
    var refusal: String?
    var ending: Ending?
    for crossing in crossings where crossing.point == point {
      switch crossing.event {
      case .launched: starts += 1
      case .notLaunched(let reason): refusal = reason
      case .toProgram(.object(let line)) where line["method"] == "perform": requests += 1
      case .fromProgram(.object(let line)) where line["method"] == nil:
        if requests == 0 { greetings += 1 } else { answers += 1 }
      case .ended(let end): ending = end
      case .toProgram, .fromProgram, .placed, .garbled, .judged, .answered: break
      }
    }
    var words: [String]
    switch (starts, requests) {
    case (0, _) where refusal != nil: words = [refusal ?? ""]
    case (0, _): words = ["was never needed: no callback of it came"]
    case (_, 0) where greetings == 0: words = ["did not answer “hello” in \(Self.times(starts))"]
    case (_, 0): words = ["answered “hello”, and no callback of it came"]
    default: words = ["answered \(answers) of \(requests) callbacks"]
    }
    if starts > 0, let ending { words += Self.end(ending, isSealed: point.isSealed) }
    reason = words.joined(separator: "; ")
  }

  private static func times(_ starts: Int) -> String { starts == 1 ? "1 start" : "\(starts) starts" }

  private static func end(_ ending: Ending, isSealed: Bool) -> [String] {
    var words: [String]
    switch ending.ownExit {
    case .exited(let status): words = ["its last process exited with status \(status)"]
    case .signalled(let signal): words = ["its last process ended by signal \(signal)"]
    case nil: words = ["the host ended its last process at the deadline"]
    }
    if !ending.differences.isEmpty {
      words.append("it was not as launched: \(ending.differences.joined(separator: ", "))")
    }
    let lines = ending.log.split(separator: UInt8(ascii: "\n"))
    if let last = lines.last {
      words.append("its last line of output is “\(String(decoding: last.prefix(200), as: UTF8.self))”")
    } else if isSealed, ending.logBytes > 0 {
      words.append("it printed \(ending.logBytes) bytes")
    }
    return words
  }
}
