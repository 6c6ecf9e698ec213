// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionRuntime

/// Parts of a report as they arrive; iterating again gives the same elements (R12).
public struct DeviceActivityResults<Element>: AsyncSequence, Sendable {
  /// Reading never throws (R12).
  public typealias Failure = Never

  /// Starts an iteration: a function that gives one element after another.
  typealias Source = @Sendable () -> () async -> Element?

  private let source: Source

  init(source: @escaping Source) { self.source = source }

  /// Elements that are there already.
  package init(_ elements: [Element]) where Element: Sendable {
    source = {
      var rest = elements[...]
      return { rest.popFirst() }
    }
  }

  /// Starts at the first element again.
  public func makeAsyncIterator() -> Iterator<Element> { Iterator(next: source()) }

  /// One reading of the elements, for one task.
  public final class Iterator<Value>: AsyncIteratorProtocol, @unchecked Sendable {
    /// What it gives.
    public typealias Element = Value
    /// Reading never throws (R12).
    public typealias Failure = Never

    // SAFETY: as every iterator it belongs to the one task that asks it for elements.
    private let advance: () async -> Value?

    init(next: @escaping () async -> Value?) { advance = next }

    /// - Returns: nil after the last element.
    public func next() async -> Value? { await advance() }
  }
}

extension DeviceActivityData {
  /// The hours, days or weeks of the span, in order.
  public var activitySegments: DeviceActivityResults<ActivitySegment> { DeviceActivityResults(segments) }
}

extension DeviceActivityData.ActivitySegment {
  /// The categories used in the segment, by use, most first.
  public var categories: DeviceActivityResults<DeviceActivityData.CategoryActivity> {
    DeviceActivityResults(categoryActivities)
  }
}

extension DeviceActivityData.CategoryActivity {
  /// The applications of the category, by use, most first.
  public var applications: DeviceActivityResults<DeviceActivityData.ApplicationActivity> {
    DeviceActivityResults(applicationActivities)
  }

  /// The web domains of the category, by use, most first.
  public var webDomains: DeviceActivityResults<DeviceActivityData.WebDomainActivity> {
    DeviceActivityResults(webDomainActivities)
  }
}
