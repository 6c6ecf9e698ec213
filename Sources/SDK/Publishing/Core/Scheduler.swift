// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Dispatch
public import Foundation

/// A type that runs work at a time and place: a dispatch queue, an operation queue or a run loop.
public protocol Scheduler {
  associatedtype SchedulerTimeType: Strideable where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
  associatedtype SchedulerOptions = Never
  var now: SchedulerTimeType { get }

  /// Runs the work on this scheduler, or at once if this is the main scheduler and the caller is on the main thread.
  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)
  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void)
}

extension Scheduler {
  public func schedule(_ action: @escaping () -> Void) { schedule(options: nil, action) }
}

/// A duration that a scheduler understands.
public protocol SchedulerTimeIntervalConvertible {
  static func seconds(_ s: Int) -> Self
  static func seconds(_ s: Double) -> Self
  static func milliseconds(_ ms: Int) -> Self
  static func microseconds(_ us: Int) -> Self
  static func nanoseconds(_ ns: Int) -> Self
}

/// A point in time for the schedulers of this module.
public struct SchedulerTime: Strideable, Hashable, Sendable {
  public var date: Date

  public init(_ date: Date) { self.date = date }

  public func distance(to other: SchedulerTime) -> Stride { Stride(other.date.timeIntervalSince(date)) }
  public func advanced(by n: Stride) -> SchedulerTime { SchedulerTime(date.addingTimeInterval(n.timeInterval)) }

  public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral, Sendable
  {
    /// The duration in seconds.
    public var timeInterval: TimeInterval
    public var magnitude: TimeInterval { abs(timeInterval) }

    public init(_ timeInterval: TimeInterval) { self.timeInterval = timeInterval }
    public init(floatLiteral value: Double) { self.init(value) }
    public init(integerLiteral value: Int) { self.init(Double(value)) }
    public init?(exactly source: some BinaryInteger) { self.init(Double(source)) }

    public static func seconds(_ s: Int) -> Stride { Stride(Double(s)) }
    public static func seconds(_ s: Double) -> Stride { Stride(s) }
    public static func milliseconds(_ ms: Int) -> Stride { Stride(Double(ms) / 1e3) }
    public static func microseconds(_ us: Int) -> Stride { Stride(Double(us) / 1e6) }
    public static func nanoseconds(_ ns: Int) -> Stride { Stride(Double(ns) / 1e9) }

    public static func < (left: Stride, right: Stride) -> Bool { left.timeInterval < right.timeInterval }
    public static func + (left: Stride, right: Stride) -> Stride { Stride(left.timeInterval + right.timeInterval) }
    public static func - (left: Stride, right: Stride) -> Stride { Stride(left.timeInterval - right.timeInterval) }
    public static func * (left: Stride, right: Stride) -> Stride { Stride(left.timeInterval * right.timeInterval) }
    public static func *= (left: inout Stride, right: Stride) { left = left * right }
  }
}

/// Runs the work on the queue.
private func deliver(on queue: DispatchQueue, after seconds: TimeInterval?, _ action: @escaping () -> Void) {
  nonisolated(unsafe) let action = action  // SAFETY: run once, by the queue that receives it.
  if let seconds {
    queue.asyncAfter(deadline: .now() + max(0, seconds)) { action() }
  } else if queue === DispatchQueue.main, Thread.isMainThread {
    action()
  } else {
    queue.async { action() }
  }
}

extension DispatchQueue: Scheduler {
  public typealias SchedulerTimeType = SchedulerTime
  public typealias SchedulerOptions = Never
  public var now: SchedulerTime { SchedulerTime(Date()) }

  public func schedule(options: Never?, _ action: @escaping () -> Void) {
    deliver(on: self, after: nil, action)
  }

  public func schedule(
    after date: SchedulerTime, tolerance: SchedulerTime.Stride, options: Never?, _ action: @escaping () -> Void
  ) {
    deliver(on: self, after: date.date.timeIntervalSinceNow, action)
  }
}

extension OperationQueue: Scheduler {
  public typealias SchedulerTimeType = SchedulerTime
  public typealias SchedulerOptions = Never
  public var now: SchedulerTime { SchedulerTime(Date()) }

  public func schedule(options: Never?, _ action: @escaping () -> Void) {
    if self === OperationQueue.main { return deliver(on: .main, after: nil, action) }
    nonisolated(unsafe) let action = action  // SAFETY: as in `deliver`.
    addOperation { action() }
  }

  public func schedule(
    after date: SchedulerTime, tolerance: SchedulerTime.Stride, options: Never?, _ action: @escaping () -> Void
  ) {
    deliver(on: underlyingQueue ?? .main, after: date.date.timeIntervalSinceNow, action)
  }
}

extension RunLoop: Scheduler {
  public typealias SchedulerTimeType = SchedulerTime
  public typealias SchedulerOptions = Never
  public var now: SchedulerTime { SchedulerTime(Date()) }

  /// Run loops don't run in an extension, so the work runs on the main queue.
  public func schedule(options: Never?, _ action: @escaping () -> Void) {
    deliver(on: .main, after: nil, action)
  }

  public func schedule(
    after date: SchedulerTime, tolerance: SchedulerTime.Stride, options: Never?, _ action: @escaping () -> Void
  ) {
    deliver(on: .main, after: date.date.timeIntervalSinceNow, action)
  }
}

/// A scheduler that runs all work at once, on the calling thread.
public struct ImmediateScheduler: Scheduler, Sendable {
  public typealias SchedulerTimeType = SchedulerTime
  public typealias SchedulerOptions = Never
  public static let shared = ImmediateScheduler()
  public var now: SchedulerTime { SchedulerTime(Date()) }

  public func schedule(options: Never?, _ action: @escaping () -> Void) { action() }

  public func schedule(
    after date: SchedulerTime, tolerance: SchedulerTime.Stride, options: Never?, _ action: @escaping () -> Void
  ) {
    action()
  }
}
