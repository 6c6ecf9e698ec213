// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Times in ActivityWatch's format: `2020-06-28T21:14:25.734000+00:00`, with a fraction of 0–9 digits and `Z` or an
/// offset.
///
/// Parsed by hand, since Foundation's strategies require the fraction either always or never, and a real event on a
/// whole second has none (LIVE-AW2).
enum ActivityWatchTime {
  /// Milliseconds since 1970, rounded; `nil` if the text is not in this format.
  static func milliseconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] == 0x54 || bytes[10] == 0x20,
      bytes[13] == 0x3A, bytes[16] == 0x3A,
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
      let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
      (1970...2199).contains(year), (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60,
      second < 61
    else { return nil }
    var position = 19
    var fraction: Int64 = 0
    if bytes[position] == UInt8(ascii: ".") {
      let end = bytes[(position + 1)...].firstIndex { !(0x30...0x39).contains($0) } ?? bytes.count
      let digits = bytes[(position + 1)..<end]
      guard (1...9).contains(digits.count), let value = number(digits) else { return nil }
      var nanoseconds = value
      for _ in digits.count..<9 { nanoseconds *= 10 }
      fraction = (nanoseconds + 500_000) / 1_000_000
      position = end
    }
    guard let offset = offset(bytes[position...]) else { return nil }
    let seconds = ((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
    return seconds * 1_000 + fraction - offset * 60_000
  }

  /// The offset in minutes east of Greenwich.
  private static func offset(_ bytes: ArraySlice<UInt8>) -> Int64? {
    if bytes.elementsEqual([0x5A]) { return 0 }
    guard bytes.count == 6, let sign = bytes.first, sign == 0x2B || sign == 0x2D,
      bytes[bytes.startIndex + 3] == 0x3A, let hours = number(bytes.dropFirst().prefix(2)),
      let minutes = number(bytes.suffix(2)), hours < 24, minutes < 60
    else { return nil }
    return (sign == 0x2D ? -1 : 1) * (hours * 60 + minutes)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }

  /// Days since 1970 in the Gregorian calendar, with years that start in March so that the leap day comes last.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }
}
