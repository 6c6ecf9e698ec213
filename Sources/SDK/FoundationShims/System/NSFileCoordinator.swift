// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An object that is notified of changes to a file.
public protocol NSFilePresenter: AnyObject {
  var presentedItemURL: URL? { get }
  var presentedItemOperationQueue: OperationQueue { get }
  func presentedItemDidChange()
}

extension NSFilePresenter {
  public func presentedItemDidChange() {}
}

/// An object that coordinates file access with the family's other processes.
///
/// ### On Linux
/// The accessor is called at once with the requested URL: the callbacks of a family never overlap, so coordination is
/// not needed. Presenters are never called.
open class NSFileCoordinator: NSObject {
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let withoutChanges = ReadingOptions(rawValue: 1 << 0)
    public static let resolvesSymbolicLink = ReadingOptions(rawValue: 1 << 1)
    public static let immediatelyAvailableMetadataOnly = ReadingOptions(rawValue: 1 << 2)
    public static let forUploading = ReadingOptions(rawValue: 1 << 3)
  }

  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let forDeleting = WritingOptions(rawValue: 1 << 0)
    public static let forMoving = WritingOptions(rawValue: 1 << 1)
    public static let forMerging = WritingOptions(rawValue: 1 << 2)
    public static let forReplacing = WritingOptions(rawValue: 1 << 3)
    public static let contentIndependentMetadataOnly = WritingOptions(rawValue: 1 << 4)
  }

  public init(filePresenter: (any NSFilePresenter)?) {}

  public override convenience init() { self.init(filePresenter: nil) }

  open class func addFilePresenter(_ presenter: any NSFilePresenter) {}
  open class func removeFilePresenter(_ presenter: any NSFilePresenter) {}

  open func coordinate(
    readingItemAt url: URL, options: ReadingOptions = [], error: UnsafeMutablePointer<NSError?>?,
    byAccessor reader: (URL) -> Void
  ) { reader(url) }

  open func coordinate(
    writingItemAt url: URL, options: WritingOptions = [], error: UnsafeMutablePointer<NSError?>?,
    byAccessor writer: (URL) -> Void
  ) { writer(url) }

  open func coordinate(
    readingItemAt readingURL: URL, options: ReadingOptions = [], writingItemAt writingURL: URL,
    options writingOptions: WritingOptions = [], error: UnsafeMutablePointer<NSError?>?,
    byAccessor accessor: (URL, URL) -> Void
  ) { accessor(readingURL, writingURL) }

  open func cancel() {}
}
