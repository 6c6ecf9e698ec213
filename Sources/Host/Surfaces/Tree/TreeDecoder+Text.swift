// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

extension TreeDecoder {
  mutating func text(_ reader: inout MemberReader) throws(ViewFault) -> TextContent {
    var content: TextContent
    if let plain = try reader.text("text", limit: limits.textBytes) {
      content = TextContent(plain)
    } else if let list = try reader.array("runs", atMost: limits.runs, code: "view.text") {
      content = TextContent(
        runs: try runs(list, at: reader.path("runs"), limit: limits.textBytes))
    } else {
      throw ViewFault("schema", at: reader.pointer, "lacks “text” or “runs”")
    }
    content.style = try style(&reader)
    content.lines = try reader.integer("lines", in: 1...1_000)
    content.align = try alignment(&reader, of: Alignment.columns)
    content.minimumScale = try reader.integer("minimumScale", in: 1...1_000)
    return content
  }

  func runs(
    _ list: [WireValue], at pointer: String, limit: Int, code: String = "view.text"
  ) throws(ViewFault) -> [TextContent.Run] {
    var runs: [TextContent.Run] = []
    var bytes = 0
    for (place, value) in list.enumerated() {
      var reader = try MemberReader(value, at: "\(pointer)/\(place)")
      if let text = try reader.text("text", limit: limit, code: code) {
        bytes += text.utf8.count
        runs.append(.text(text, try style(&reader)))
      } else if reader.has("break") {
        guard try reader.bool("break") == true else {
          throw ViewFault("schema", at: reader.path("break"), "is not true")
        }
        runs.append(.lineBreak)
      } else if let date = try reader.time("date") {
        guard let style = try reader.word("style", of: TextContent.DateStyle.self) else {
          throw ViewFault("schema", at: reader.pointer, "lacks “style”")
        }
        runs.append(.date(date, style))
      } else if let from = try reader.time("from") {
        guard let to = try reader.time("to"), let countsDown = try reader.bool("countsDown") else {
          throw ViewFault("schema", at: reader.pointer, "lacks “to” or “countsDown”")
        }
        runs.append(.timer(from: from, to: to, countsDown: countsDown, pause: try reader.time("pause")))
      } else {
        throw ViewFault("schema", at: reader.pointer, "is not a run of text")
      }
      try reader.finish()
    }
    guard bytes <= limit else {
      throw ViewFault(code, at: pointer, "has \(bytes) bytes of text; \(limit) are allowed")
    }
    return runs
  }

  /// The optional member `style`.
  func style(_ reader: inout MemberReader) throws(ViewFault) -> TextStyle {
    guard let value = reader.value("style") else { return TextStyle() }
    var members = try MemberReader(value, at: reader.path("style"))
    var style = TextStyle()
    style.font = try members.word("font", of: TextStyle.Font.self)
    style.size = try members.integer("size", in: 1_000...400_000)
    guard style.font == nil || style.size == nil else {
      throw ViewFault("schema", at: members.pointer, "has both a font and a size")
    }
    style.weight = try members.word("weight", of: TextStyle.Weight.self)
    style.design = try members.word("design", of: TextStyle.Design.self)
    style.italic = try members.bool("italic") ?? false
    style.monospacedDigit = try members.bool("monospacedDigit") ?? false
    style.underline = try members.bool("underline") ?? false
    style.strike = try members.bool("strike") ?? false
    style.paint = try paint(&members, "paint")
    style.kern = try members.integer("kern", in: -400_000...400_000)
    style.letterCase = try members.word("case", of: TextStyle.Case.self)
    try members.finish()
    return style
  }
}
