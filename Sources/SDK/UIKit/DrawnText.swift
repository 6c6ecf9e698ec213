// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Text drawn into bitmaps. Drawing has no effect, because there is no bitmap; sizes are estimates from the font's size.
extension NSString {
  public func draw(at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {}
  public func draw(in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {}

  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    description.size(withAttributes: attributes)
  }
}

extension String {
  public func draw(at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {}
  public func draw(in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {}

  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    let points = (attributes?[.font] as? UIFont)?.pointSize ?? 12
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let widest = lines.map { line in
      // An emoji is about as wide as it is high, a letter about half.
      line.reduce(CGFloat(0)) { $0 + ($1.isASCII || $1.isLetter ? 0.55 : 1.2) }
    }.max()
    return CGSize(width: (widest ?? 0) * points, height: CGFloat(lines.count) * points * 1.2)
  }
}

extension NSAttributedString {
  public func draw(at point: CGPoint) {}
  public func draw(in rect: CGRect) {}

  public func size() -> CGSize {
    string.size(withAttributes: length > 0 ? attributes(at: 0, effectiveRange: nil) : nil)
  }
}

public enum NSTextAlignment: Int, Sendable { case left, center, right, justified, natural }

public enum NSLineBreakMode: Int, Sendable {
  case byWordWrapping, byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail, byTruncatingMiddle
}

/// The paragraph's alignment and spacing in an attributed string.
open class NSParagraphStyle: NSObject {
  public internal(set) var _alignment = NSTextAlignment.natural
  public internal(set) var _lineBreakMode = NSLineBreakMode.byWordWrapping
  public internal(set) var _lineSpacing: CGFloat = 0

  open class var `default`: NSParagraphStyle { NSParagraphStyle() }
  open var alignment: NSTextAlignment { _alignment }
  open var lineBreakMode: NSLineBreakMode { _lineBreakMode }
  open var lineSpacing: CGFloat { _lineSpacing }
}

open class NSMutableParagraphStyle: NSParagraphStyle {
  open override var alignment: NSTextAlignment {
    get { _alignment }
    set { _alignment = newValue }
  }
  open override var lineBreakMode: NSLineBreakMode {
    get { _lineBreakMode }
    set { _lineBreakMode = newValue }
  }
  open override var lineSpacing: CGFloat {
    get { _lineSpacing }
    set { _lineSpacing = newValue }
  }
  open var paragraphSpacing: CGFloat = 0
  open var minimumLineHeight: CGFloat = 0
  open var maximumLineHeight: CGFloat = 0
}
