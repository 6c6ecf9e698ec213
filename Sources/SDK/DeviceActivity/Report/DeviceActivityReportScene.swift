// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionKit
public import SwiftUI

/// One report: what it is made of and how it is drawn.
///
/// Implement one form of `makeConfiguration` (`screen-time.md`).
///
/// ### On Linux
/// Which form a scene has is read from the type of its argument, so that a scene with neither is refused when the host
/// says hello (`scene.noConfiguration`), before there is any data that could be lost.
public protocol DeviceActivityReportScene: AppExtensionScene {
  associatedtype Configuration
  associatedtype Content: View
  /// `DeviceActivityResults<DeviceActivityData>`; inferred.
  associatedtype _Results: _ReportResults
  /// `[DeviceActivityData]`; inferred.
  associatedtype _Elements: _ReportElements
  var context: DeviceActivityReport.Context { get }
  @ViewBuilder var content: (Configuration) -> Content { get }
  func makeConfiguration(representing data: _Results) async -> Configuration
  /// The form of WWDC22.
  func makeConfiguration(representing data: _Elements) -> Configuration
}

extension DeviceActivityReportScene {
  /// The host's surface.
  public var body: _DeviceActivityReportSceneBody { _DeviceActivityReportSceneBody() }

  // Nothing is left to do: no argument of these types exists.
  /// Of a scene without the streaming form: it can't be called.
  public func makeConfiguration(representing data: _NoReportResults) async -> Configuration {}

  /// Of a scene without the form with an array: it can't be called.
  public func makeConfiguration(representing data: _NoReportElements) -> Configuration {}
}

/// What the streaming form may be given: two protocols, so that neither form is taken for the other.
public protocol _ReportResults {}
/// What the form with an array may be given.
public protocol _ReportElements {}

extension DeviceActivityResults: _ReportResults where Element == DeviceActivityData {}
extension Array: _ReportElements where Element == DeviceActivityData {}

/// The argument of a form that a scene doesn't have: there is none, so it can't be called.
public enum _NoReportResults: _ReportResults {}
/// Likewise.
public enum _NoReportElements: _ReportElements {}

extension DeviceActivityReportScene {
  /// Whether there is anything to call.
  static var hasConfiguration: Bool {
    _Results.self != _NoReportResults.self || _Elements.self != _NoReportElements.self
  }

  /// Calls the form that the scene has.
  ///
  /// - Returns: nil without one.
  func configuration(of data: DeviceActivityResults<DeviceActivityData>) async -> Configuration? {
    if let results = data as? _Results { return await makeConfiguration(representing: results) }
    var elements: [DeviceActivityData] = []
    for await element in data { elements.append(element) }
    return (elements as? _Elements).map { makeConfiguration(representing: $0) }
  }
}

/// What a report scene consists of: the host's surface, nothing of the extension's.
public struct _DeviceActivityReportSceneBody: AppExtensionScene {
  /// Never asked for.
  public var body: Never { preconditionFailure("The body of a report scene is the host's surface; it has none here.") }
}
