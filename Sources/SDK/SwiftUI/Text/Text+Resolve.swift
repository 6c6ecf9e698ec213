// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import FoundationShims

extension Text: PrimitiveView {
  package func resolve(in context: ResolveContext) -> [TreeNode] {
    if context.redactsText { return [redacted(in: context)] }
    let inherited = context.inheritedTextStyle
    let runs = parts.flatMap { part in self.runs(of: part, under: inherited, in: context) }
    var node = TreeNode("text")
    if runs.isEmpty {
      node.members["text"] = ""
    } else if runs.count == 1, case .text(let text) = runs[0].content {
      node.members["text"] = .string(text)
      node.members["style"] = runs[0].style
    } else {
      node.members["runs"] = .array(runs.map(\.wire))
      // A live run has no style of its own on the wire; it is drawn in the style of its node.
      node.members["style"] = runs.first { $0.isLive }?.style
    }
    let environment = context.environment
    if let limit = environment.lineLimit, limit > 0 { node.members["lines"] = .integer(Int64(min(limit, 1_000))) }
    if environment.multilineTextAlignment != .leading {
      node.members["align"] = .string(environment.multilineTextAlignment.word)
    }
    if environment.minimumScaleFactor != 1 {
      node.members["minimumScale"] = context.perMille(environment.minimumScaleFactor, "minimum scale factor")
    }
    return [node]
  }

  /// The plain text, as read by accessibility.
  package func plain(in context: ResolveContext) -> String {
    parts.flatMap { runs(of: $0, under: TextTraits(), in: context) }.map { run in
      switch run.content {
      case .text(let text): text
      case .lineBreak, .live: " "
      }
    }.joined()
  }

  // MARK: - Runs

  private func runs(of part: Part, under inherited: TextTraits, in context: ResolveContext) -> [TextRun] {
    var own = TextTraits()
    for change in part.changes { change.apply(to: &own, in: context) }
    let style = own.over(inherited)
    switch part.content {
    case .verbatim(let text):
      return TextRun.lines(of: text, style: style, in: context)
    case .key(let key):
      return key.pieces(from: .main, locale: context.environment.locale).flatMap { piece -> [TextRun] in
        switch piece {
        case .words(let words): marked(words, style: style, in: context)
        case .text(let text): text.parts.flatMap { self.runs(of: $0, under: style, in: context) }
        }
      }
    case .resource(let resource):
      return marked(resource.markdown(in: context.environment.locale), style: style, in: context)
    case .date(let date, let form):
      let live: WireObject = ["date": context.milliseconds(date), "style": .string(form.word)]
      return [TextRun(content: .live(live), style: style.wire(in: context))]
    case .interval(let range, let countsDown, let pause):
      let live: WireObject = [
        "from": context.milliseconds(range.lowerBound), "to": context.milliseconds(range.upperBound),
        "countsDown": .bool(countsDown), "pause": pause.map { context.milliseconds($0) },
      ]
      return [TextRun(content: .live(live), style: style.wire(in: context))]
    }
  }

  /// The runs of a text that may contain Markdown (VIEW-6).
  private func marked(_ words: String, style: TextTraits, in context: ResolveContext) -> [TextRun] {
    Markdown.runs(of: words).flatMap { run in
      var style = style
      if run.isBold { style.weight = .bold }
      if run.isItalic { style.italic = true }
      if run.isCode { style.design = .monospaced }
      if run.isStruck { style.strike = true }
      return TextRun.lines(of: run.text, style: style, in: context)
    }
  }

  private func redacted(in context: ResolveContext) -> TreeNode {
    let text = plain(in: context.with { $0.redactionReasons = [] })
    let lines = text.isEmpty ? 1 : min(4, text.split(separator: "\n", omittingEmptySubsequences: false).count)
    let width: Int64 =
      switch text.count {
      case ...8: 25
      case ...16: 50
      case ...32: 75
      default: 100
      }
    return TreeNode("redacted", ["lines": .integer(Int64(lines)), "width": .integer(width)])
  }
}

extension ResolveContext {
  /// Indicates whether texts and images are redacted to placeholders of their size (VIEW-12).
  package var redactsText: Bool {
    environment.redactionReasons.contains(.placeholder)
      || environment.redactionReasons.contains(.privacy) && environment.isSensitive
  }
}
