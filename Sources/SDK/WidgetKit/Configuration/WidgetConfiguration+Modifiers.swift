// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import FoundationShims
public import SwiftUI

/// A configuration with a change to its definition.
public struct ModifiedWidgetConfiguration<Base: WidgetConfiguration>: DefiningConfiguration {
  let base: Base
  let change: (inout WidgetDefinition) -> Void

  public var body: Never { preconditionFailure("This configuration has no body.") }

  package func define(_ definition: inout WidgetDefinition) {
    base.written(to: &definition)
    change(&definition)
  }
}

extension WidgetConfiguration {
  private func changed(_ change: @escaping (inout WidgetDefinition) -> Void) -> ModifiedWidgetConfiguration<Self> {
    ModifiedWidgetConfiguration(base: self, change: change)
  }

  private func withoutEffect(_ name: String) -> ModifiedWidgetConfiguration<Self> {
    changed { $0.inert.append(name) }
  }

  // MARK: The gallery

  public func configurationDisplayName(_ name: Text) -> some WidgetConfiguration {
    changed { $0.title = name.plain(in: .forCaptions) }
  }

  public func configurationDisplayName(_ name: LocalizedStringKey) -> some WidgetConfiguration {
    configurationDisplayName(Text(name))
  }

  @_disfavoredOverload
  public func configurationDisplayName(_ name: some StringProtocol) -> some WidgetConfiguration {
    configurationDisplayName(Text(name))
  }

  @_disfavoredOverload
  public func configurationDisplayName(_ name: LocalizedStringResource) -> some WidgetConfiguration {
    configurationDisplayName(Text(name))
  }

  public func description(_ description: Text) -> some WidgetConfiguration {
    changed { $0.description = description.plain(in: .forCaptions) }
  }

  public func description(_ description: LocalizedStringKey) -> some WidgetConfiguration {
    self.description(Text(description))
  }

  @_disfavoredOverload
  public func description(_ description: some StringProtocol) -> some WidgetConfiguration {
    self.description(Text(description))
  }

  @_disfavoredOverload
  public func description(_ description: LocalizedStringResource) -> some WidgetConfiguration {
    self.description(Text(description))
  }

  public func supportedFamilies(_ families: [WidgetFamily]) -> some WidgetConfiguration {
    changed { $0.families = families }
  }

  // MARK: The surface

  public func contentMarginsDisabled() -> some WidgetConfiguration { changed { $0.hasMargins = false } }

  public func containerBackgroundRemovable(_ isRemovable: Bool = true) -> some WidgetConfiguration {
    changed { $0.isBackgroundRemovable = isRemovable }
  }

  public func promptsForUserConfiguration() -> some WidgetConfiguration { changed { $0.asksForConfiguration = true } }

  // MARK: Without effect

  public func disfavoredLocations(
    _ locations: [WidgetLocation], for families: [WidgetFamily]
  ) -> some WidgetConfiguration { withoutEffect("disfavoredLocations") }

  public func onBackgroundURLSessionEvents(
    matching identifier: String? = nil,
    _ action: @escaping (_ identifier: String, _ completion: @escaping () -> Void) -> Void
  ) -> some WidgetConfiguration { withoutEffect("onBackgroundURLSessionEvents") }

  public func onBackgroundURLSessionEvents(
    matching: @escaping (String) -> Bool,
    _ action: @escaping (_ identifier: String, _ completion: @escaping () -> Void) -> Void
  ) -> some WidgetConfiguration { withoutEffect("onBackgroundURLSessionEvents") }

  public func pushHandler(_ handler: (some WidgetPushHandler).Type) -> some WidgetConfiguration {
    withoutEffect("pushHandler")
  }

  public func backgroundTask<Request, Response>(
    _ task: Request, action: @escaping @Sendable (Request) async -> Response
  ) -> some WidgetConfiguration { withoutEffect("backgroundTask") }

  public func supplementalActivityFamilies(_ families: [ActivityFamily]) -> some WidgetConfiguration {
    withoutEffect("supplementalActivityFamilies")
  }

  public func supportedMountingStyles(_ styles: [WidgetMountingStyle]) -> some WidgetConfiguration {
    withoutEffect("supportedMountingStyles")
  }
}

extension ResolveContext {
  /// A context for texts outside a tree, in the person's language.
  fileprivate static var forCaptions: ResolveContext {
    var environment = EnvironmentValues()
    environment.locale = PersonLocale.current
    return ResolveContext(session: ResolveSession(destination: .widget), environment: environment, proposal: .zero)
  }
}

/// A place for a widget.
public struct WidgetLocation: Hashable, Sendable {
  let word: String
  public static let carPlay = WidgetLocation(word: "carPlay")
  public static let homeScreen = WidgetLocation(word: "homeScreen")
  public static let iPhoneWidgetsOnMac = WidgetLocation(word: "iPhoneWidgetsOnMac")
  public static let lockScreen = WidgetLocation(word: "lockScreen")
  public static let standBy = WidgetLocation(word: "standBy")
}

public enum WidgetMountingStyle: Hashable, Sendable {
  case elevated, recessed
}

/// Takes the tokens for pushes to widgets. It is never called, because nothing here pushes to a widget's own code.
public protocol WidgetPushHandler {
  init()
  func pushTokenDidChange(_ pushInfo: WidgetPushInfo, widgets: [WidgetInfo])
}

public struct WidgetPushInfo: Hashable, Sendable {
  public let token: Data
}
