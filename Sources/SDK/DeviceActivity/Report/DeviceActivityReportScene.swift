// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionKit
public import SwiftUI

/// A report: the configuration computed from usage data, and the view that displays it.
///
/// Implement one form of `makeConfiguration`.
///
/// ### On Linux
/// The SDK detects the form from the type of its argument. A scene with neither form is refused at the start of the
/// process (`scene.noConfiguration`), before it receives any data.
public protocol DeviceActivityReportScene: AppExtensionScene {
  associatedtype Configuration
  associatedtype Content: View
  /// The type `DeviceActivityResults<DeviceActivityData>`, which is inferred.
  associatedtype _Results: _ReportResults
  /// The type `[DeviceActivityData]`, which is inferred.
  associatedtype _Elements: _ReportElements
  var context: DeviceActivityReport.Context { get }
  @ViewBuilder var content: (Configuration) -> Content { get }
  func makeConfiguration(representing data: _Results) async -> Configuration
  /// Returns the configuration, in the form of WWDC22.
  func makeConfiguration(representing data: _Elements) -> Configuration
}

extension DeviceActivityReportScene {
  /// The host's surface.
  public var body: _DeviceActivityReportSceneBody { _DeviceActivityReportSceneBody() }

  // The bodies are empty, because no value of the argument types exists.
  /// The default for a scene without the streaming form. It can't be called.
  public func makeConfiguration(representing data: _NoReportResults) async -> Configuration {}

  /// The default for a scene without the array form. It can't be called.
  public func makeConfiguration(representing data: _NoReportElements) -> Configuration {}
}

/// The argument type of the streaming form. Each form has its own protocol, so that one is not mistaken for the other.
public protocol _ReportResults {}
/// The argument type of the array form.
public protocol _ReportElements {}

extension DeviceActivityResults: _ReportResults where Element == DeviceActivityData {}
extension Array: _ReportElements where Element == DeviceActivityData {}

/// The argument type of a missing streaming form. It has no values, so the form can't be called.
public enum _NoReportResults: _ReportResults {}
/// The argument type of a missing array form. It has no values, so the form can't be called.
public enum _NoReportElements: _ReportElements {}

extension DeviceActivityReportScene {
  /// Indicates whether the scene has a form of `makeConfiguration`.
  static var hasConfiguration: Bool {
    _Results.self != _NoReportResults.self || _Elements.self != _NoReportElements.self
  }

  /// Calls the scene's form of `makeConfiguration`.
  ///
  /// - Returns: `nil` if the scene has none.
  func configuration(of data: DeviceActivityResults<DeviceActivityData>) async -> Configuration? {
    if let results = data as? _Results { return await makeConfiguration(representing: results) }
    var elements: [DeviceActivityData] = []
    for await element in data { elements.append(element) }
    return (elements as? _Elements).map { makeConfiguration(representing: $0) }
  }
}

/// The body of a report scene: the host's surface.
public struct _DeviceActivityReportSceneBody: AppExtensionScene {
  /// Never called.
  public var body: Never { preconditionFailure("The body of a report scene is the host's surface; it has none here.") }
}
