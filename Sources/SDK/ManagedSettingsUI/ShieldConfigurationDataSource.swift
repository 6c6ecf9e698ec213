// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol
public import ExtensionRuntime
public import Foundation
public import ManagedSettings

/// The principal class of a shield configuration extension. The base class returns the default shield.
///
/// ### On Linux
/// The host starts a new, sealed process for each appearance of a shield. It has no network and no files, and always
/// runs until the same deadline, so that its running time reveals nothing.
open class ShieldConfigurationDataSource: NSObject {
  /// Creates the data source, once per process. A process serves one shield.
  public override init() {}

  /// Returns the configuration for an application that a rule names directly.
  open func configuration(shielding application: Application) -> ShieldConfiguration { ShieldConfiguration() }

  /// Returns the configuration for an application that is shielded by its category.
  open func configuration(shielding application: Application, in category: ActivityCategory) -> ShieldConfiguration {
    ShieldConfiguration()
  }

  /// Returns the configuration for a web domain that a rule names directly.
  open func configuration(shielding webDomain: WebDomain) -> ShieldConfiguration { ShieldConfiguration() }

  /// Returns the configuration for a web domain that is shielded by its category.
  open func configuration(shielding webDomain: WebDomain, in category: ActivityCategory) -> ShieldConfiguration {
    ShieldConfiguration()
  }
}

extension ShieldConfigurationDataSource: _ExtensionPrincipal {
  public static var _point: ExtensionPoint { .shieldConfiguration }

  public var _handler: any ExtensionPointHandler { ShieldConfigurationHandler(self) }
}

/// The name of the class at WWDC21.
public typealias ShieldConfigurationProvider = ShieldConfigurationDataSource
