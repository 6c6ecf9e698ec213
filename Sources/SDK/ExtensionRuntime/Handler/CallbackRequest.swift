// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol

/// One callback as a handler sees it.
public struct CallbackRequest: Sendable {
  public let id: RequestID
  /// The callback with what Apple's method takes, the delivery, and the state of the family when it began (C1).
  public let params: PerformParams
  /// The elements of a report, as they arrive; empty at every other point.
  public let data: ReportDataStream

  public var callback: Callback { params.callback }
}
