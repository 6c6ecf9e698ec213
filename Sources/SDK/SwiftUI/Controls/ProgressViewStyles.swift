// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The appearance of progress views.
@MainActor @preconcurrency
public protocol ProgressViewStyle {
  associatedtype Body: View
  typealias Configuration = ProgressViewStyleConfiguration
  @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

public struct ProgressViewStyleConfiguration {
  public typealias Label = _ErasedView
  public typealias CurrentValueLabel = _ErasedView

  let extent: ProgressExtent
  public let label: Label?
  public let currentValueLabel: CurrentValueLabel?

  /// The completed fraction, 0…1, or `nil` if it is not known. For an interval it is the elapsed part.
  public var fractionCompleted: Double? {
    switch extent {
    case .none: nil
    case .value(let value, let total): total > 0 ? min(1, max(0, value / total)) : 0
    case .interval(let range, _):
      min(
        1,
        max(
          0,
          Date().timeIntervalSince(range.lowerBound)
            / max(.leastNonzeroMagnitude, range.upperBound.timeIntervalSince(range.lowerBound))))
    }
  }
}

/// The system's progress styles, which the host draws.
public protocol _SystemProgressViewStyle: ProgressViewStyle {
  nonisolated var _word: String? { get }
}

extension _SystemProgressViewStyle {
  public func makeBody(configuration: Configuration) -> some View { ProgressView(configuration) }
}

public struct DefaultProgressViewStyle: _SystemProgressViewStyle {
  nonisolated public var _word: String? { nil }
  nonisolated public init() {}
}

public struct LinearProgressViewStyle: _SystemProgressViewStyle {
  nonisolated public var _word: String? { "linear" }
  nonisolated public init() {}
  nonisolated public init(tint: Color) {}
}

public struct CircularProgressViewStyle: _SystemProgressViewStyle {
  nonisolated public var _word: String? { "circular" }
  nonisolated public init() {}
  nonisolated public init(tint: Color) {}
}

extension ProgressViewStyle where Self == DefaultProgressViewStyle {
  nonisolated public static var automatic: DefaultProgressViewStyle { DefaultProgressViewStyle() }
}

extension ProgressViewStyle where Self == LinearProgressViewStyle {
  nonisolated public static var linear: LinearProgressViewStyle { LinearProgressViewStyle() }
}

extension ProgressViewStyle where Self == CircularProgressViewStyle {
  nonisolated public static var circular: CircularProgressViewStyle { CircularProgressViewStyle() }
}

extension ResolveContext {
  @MainActor
  func resolve(_ style: some ProgressViewStyle, _ configuration: ProgressViewStyleConfiguration) -> [TreeNode] {
    install(in: style)
    return resolve(style.makeBody(configuration: configuration))
  }
}

nonisolated extension View {
  public func progressViewStyle(_ style: some ProgressViewStyle) -> some View {
    changingEnvironment { $0.progressStyle = style }
  }
}
