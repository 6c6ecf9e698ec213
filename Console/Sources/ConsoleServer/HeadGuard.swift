// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Checks the head of a request before the HTTP parser, and refuses heads that two parsers could read differently.
struct HeadGuard {
  static let mostHeadBytes = 16 << 10
  static let mostFields = 64
  static let mostBodyBytes = 64 << 10

  enum Verdict: Equatable {
    /// More bytes are needed.
    case incomplete
    /// A complete head, with the lengths of head and body.
    case whole(headBytes: Int, bodyBytes: Int)
    case refused(Refusal)
  }

  struct Refusal: Error, Equatable {
    var status: Int
    var code: String
    var says: String

    static func malformed(_ says: String) -> Refusal { Refusal(status: 400, code: "request.malformed", says: says) }
    static let tooLong = Refusal(
      status: 431, code: "tooLarge",
      says: "The head has more than \(HeadGuard.mostHeadBytes) bytes or \(HeadGuard.mostFields) fields.")
    static let tooLate = Refusal(
      status: 408, code: "request.malformed", says: "The request did not arrive in 10 seconds.")
    static let bodyTooLong = Refusal(
      status: 413, code: "tooLarge", says: "The body has more than \(HeadGuard.mostBodyBytes) bytes.")
  }

  static func read(_ bytes: some Collection<UInt8>) -> Verdict {
    let all = Array(bytes.prefix(mostHeadBytes + 1))
    if let first = all.first, !isToken(first) { return .refused(.malformed("That is not HTTP.")) }
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    var index = 0
    while index < all.count {
      guard index <= mostHeadBytes else { return .refused(.tooLong) }
      switch all[index] {
      case 0x0A:
        guard index > start, all[index - 1] == 0x0D else { return .refused(.malformed("A line ends without CR LF.")) }
        let line = all[start..<(index - 1)]
        if line.isEmpty { return verdict(lines, headBytes: index + 1) }
        guard !line.contains(0x0D) else { return .refused(.malformed("A line holds a lone CR.")) }
        lines.append(line)
        guard lines.count <= mostFields + 1 else { return .refused(.tooLong) }
        start = index + 1
      case 0x09, 0x0D, 0x20...0x7E: break
      default: return .refused(.malformed("A head holds printable ASCII only."))
      }
      index += 1
    }
    return all.count > mostHeadBytes ? .refused(.tooLong) : .incomplete
  }

  private static func verdict(_ lines: [ArraySlice<UInt8>], headBytes: Int) -> Verdict {
    guard let first = lines.first else { return .refused(.malformed("The request has no line.")) }
    let words = first.split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3, !words[0].isEmpty, words[0].allSatisfy(isToken), words[1].first == UInt8(ascii: "/"),
      words[2].elementsEqual("HTTP/1.1".utf8)
    else { return .refused(.malformed("The request line is not METHOD /path HTTP/1.1.")) }
    var fields: [String: [String]] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
        line[..<colon].allSatisfy(isToken)
      else { return .refused(.malformed("A field has no name, or is folded.")) }
      let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
      fields[String(decoding: line[..<colon], as: UTF8.self).lowercased(), default: []].append(
        String(
          value.trimmingPrefix { $0 == " " || $0 == "\t" }.reversed().trimmingPrefix { $0 == " " || $0 == "\t" }
            .reversed()))
    }
    guard fields["host"]?.count == 1 else {
      return .refused(Refusal(status: 400, code: "host.wrong", says: "A request names one Host."))
    }
    guard fields["transfer-encoding"] == nil, fields["upgrade"] == nil, fields["expect"] == nil else {
      return .refused(.malformed("Transfer-Encoding, Upgrade and Expect are not accepted; send a Content-Length."))
    }
    let lengths = fields["content-length"] ?? ["0"]
    guard lengths.count == 1, let text = lengths.first, !text.isEmpty, text.utf8.count <= 10,
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let length = Int(text)
    else { return .refused(.malformed("The Content-Length is not one number.")) }
    guard length <= mostBodyBytes else { return .refused(.bodyTooLong) }
    return .whole(headBytes: headBytes, bodyBytes: length)
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
