// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A file attached to a notification. The host shows text only.
public final class UNNotificationAttachment: NSObject, Sendable {
  public let identifier: String
  public let url: URL
  public let type: String

  /// - Throws: `CocoaError` unless `url` names a file that can be read.
  public init(identifier: String, url: URL, options: [AnyHashable: Any]? = nil) throws {
    guard FileManager.default.isReadableFile(atPath: url.path) else { throw CocoaError(.fileReadNoSuchFile) }
    self.identifier = identifier.isEmpty ? UUID().uuidString : identifier
    self.url = url
    type = (options?[UNNotificationAttachmentOptionsTypeHintKey] as? String) ?? url.pathExtension
  }
}

public let UNNotificationAttachmentOptionsTypeHintKey = "UNNotificationAttachmentOptionsTypeHintKey"
public let UNNotificationAttachmentOptionsThumbnailHiddenKey = "UNNotificationAttachmentOptionsThumbnailHiddenKey"
