// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Names that often break programs: very short, long, right to left, with many code points, hostile to JSON.
enum SecretNames {
  static func next(_ index: Int, _ random: inout CheckRandom) -> String {
    let mark = Canary.word(&random)
    switch index % 8 {
    case 0: return "Name \(mark.dropLast().appending("z"))"
    case 1: return "N"
    case 2: return mark + String(repeating: "x", count: Int(random.number(40...190)))
    case 3: return "שם \(mark)"
    case 4: return "👩‍👩‍👧‍👦 \(mark) 🎲"
    case 5: return "Cafe\u{301} \(mark)"
    case 6: return "\\\"},{\"x\":\(mark)"
    default: return "a\nb \(mark)"
    }
  }
}

extension Substring {
  fileprivate func appending(_ end: String) -> String { self + end }
}
