// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionRuntime

/// An asynchronous sequence of the parts of a report. Each iteration returns the same elements.
public struct DeviceActivityResults<Element>: AsyncSequence, Sendable {
  /// The sequence never throws.
  public typealias Failure = Never

  /// A function that starts an iteration. It returns a function that returns the elements one by one.
  typealias Source = @Sendable () -> () async -> Element?

  private let source: Source

  init(source: @escaping Source) { self.source = source }

  /// Creates a sequence of elements that are already available.
  package init(_ elements: [Element]) where Element: Sendable {
    source = {
      var rest = elements[...]
      return { rest.popFirst() }
    }
  }

  /// Starts an iteration at the first element.
  public func makeAsyncIterator() -> Iterator<Element> { Iterator(next: source()) }

  /// An iterator over the elements, for one task.
  public final class Iterator<Value>: AsyncIteratorProtocol, @unchecked Sendable {
    /// The type of the elements.
    public typealias Element = Value
    /// The iterator never throws.
    public typealias Failure = Never

    // SAFETY: like every iterator, it is used only by the task that iterates.
    private let advance: () async -> Value?

    init(next: @escaping () async -> Value?) { advance = next }

    /// Returns the next element, or `nil` after the last one.
    public func next() async -> Value? { await advance() }
  }
}

extension DeviceActivityData {
  /// The hours, days or weeks of the span, in order.
  public var activitySegments: DeviceActivityResults<ActivitySegment> { DeviceActivityResults(segments) }
}

extension DeviceActivityData.ActivitySegment {
  /// The categories used in the segment, most used first.
  public var categories: DeviceActivityResults<DeviceActivityData.CategoryActivity> {
    DeviceActivityResults(categoryActivities)
  }
}

extension DeviceActivityData.CategoryActivity {
  /// The applications of the category, most used first.
  public var applications: DeviceActivityResults<DeviceActivityData.ApplicationActivity> {
    DeviceActivityResults(applicationActivities)
  }

  /// The web domains of the category, most used first.
  public var webDomains: DeviceActivityResults<DeviceActivityData.WebDomainActivity> {
    DeviceActivityResults(webDomainActivities)
  }
}
