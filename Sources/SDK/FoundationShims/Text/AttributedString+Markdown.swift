// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension AttributedString {
  /// The way in which Markdown is read.
  public struct MarkdownParsingOptions: Hashable, Sendable {
    public enum InterpretedSyntax: Hashable, Sendable {
      /// Emphasis and links; the marks of headings and lists are removed, and lines of a paragraph are joined.
      case full
      /// Emphasis and links; lines are joined.
      case inlineOnly
      /// Emphasis and links; white space stays as it is.
      case inlineOnlyPreservingWhitespace
    }

    public enum FailurePolicy: Hashable, Sendable {
      case throwError, returnPartiallyParsedIfPossible
    }

    public var allowsExtendedAttributes: Bool
    public var interpretedSyntax: InterpretedSyntax
    public var failurePolicy: FailurePolicy
    public var languageCode: String?

    public init(
      allowsExtendedAttributes: Bool = false, interpretedSyntax: InterpretedSyntax = .full,
      failurePolicy: FailurePolicy = .throwError, languageCode: String? = nil
    ) {
      self.allowsExtendedAttributes = allowsExtendedAttributes
      self.interpretedSyntax = interpretedSyntax
      self.failurePolicy = failurePolicy
      self.languageCode = languageCode
    }
  }

  /// Creates an attributed string from Markdown. No text is invalid Markdown, so nothing is thrown.
  public init(
    markdown: String, options: MarkdownParsingOptions = MarkdownParsingOptions(), baseURL: URL? = nil
  ) throws {
    self.init()
    for run in Markdown.runs(of: options.interpretedSyntax.prepared(markdown), followsLinks: true) {
      var part = AttributedString(run.text)
      let intent = run.intent
      if !intent.isEmpty { part.inlinePresentationIntent = intent }
      part.link = run.link.flatMap { URL(string: $0, relativeTo: baseURL) }
      self += part
    }
  }

  /// - Throws: `CocoaError` for bytes that are not UTF-8.
  public init(
    markdown: Data, options: MarkdownParsingOptions = MarkdownParsingOptions(), baseURL: URL? = nil
  ) throws {
    guard let text = String(data: markdown, encoding: .utf8) else {
      throw CocoaError(.fileReadInapplicableStringEncoding)
    }
    try self.init(markdown: text, options: options, baseURL: baseURL)
  }

  /// Creates an attributed string from the bundle's table, whose translations may contain Markdown.
  public init(
    localized keyAndValue: String.LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale = ._person, comment: StaticString? = nil
  ) {
    let text = String(localized: keyAndValue, table: table, bundle: bundle, locale: locale)
    let options = MarkdownParsingOptions(interpretedSyntax: .inlineOnlyPreservingWhitespace)
    self = (try? AttributedString(markdown: text, options: options)) ?? AttributedString(text)
  }
}

extension AttributedString.MarkdownParsingOptions.InterpretedSyntax {
  /// The text with only those marks that have a meaning within a line.
  fileprivate func prepared(_ text: String) -> String {
    switch self {
    case .inlineOnlyPreservingWhitespace: text
    case .inlineOnly: Self.joined(text.split(whereSeparator: \.isNewline))
    case .full: Self.blocks(of: text).joined()
    }
  }

  private static func joined(_ lines: [Substring]) -> String {
    lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Paragraphs, headings and items of lists without their marks. They follow each other without a break, because their
  /// places are attributes that a text doesn't draw.
  private static func blocks(of text: String) -> [String] {
    var blocks: [[Substring]] = [[]]
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let words = line.drop { $0 == " " || $0 == "\t" }
      if words.isEmpty {
        blocks.append([])
      } else if let mark = words.prefixMatch(of: /(?:#{1,6}|[-*+]|[0-9]{1,9}[.)]|>)[ \t]+/) {
        blocks.append([words[mark.range.upperBound...]])
      } else {
        blocks[blocks.count - 1].append(words)
      }
    }
    return blocks.map(joined).filter { !$0.isEmpty }
  }
}

extension Markdown.Run {
  fileprivate var intent: InlinePresentationIntent {
    var intent: InlinePresentationIntent = []
    if isBold { intent.insert(.stronglyEmphasized) }
    if isItalic { intent.insert(.emphasized) }
    if isCode { intent.insert(.code) }
    if isStruck { intent.insert(.strikethrough) }
    return intent
  }
}
