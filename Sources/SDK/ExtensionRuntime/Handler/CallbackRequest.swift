// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol

/// A callback as passed to a handler.
public struct CallbackRequest: Sendable {
  public let id: RequestID
  /// The callback with its arguments, the delivery, and the family's state at the start of the callback (C1).
  public let params: PerformParams
  /// The elements of a report, as they arrive; empty at other points.
  public let data: ReportDataStream

  public var callback: Callback { params.callback }
}
