// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
public import ExtensionRuntime
public import Foundation
public import ManagedSettings

/// The principal class of a shield configuration extension; the base gives the default shield (S4).
///
/// ### On Linux
/// Each appearance of a shield asks a new, sealed process: it has no network and no files, and lives to the same
/// deadline whatever it does (S5).
open class ShieldConfigurationDataSource: NSObject {
  /// Made once for each process, which serves one shield.
  public override init() {}

  /// The application itself was named by a rule (S2).
  open func configuration(shielding application: Application) -> ShieldConfiguration { ShieldConfiguration() }

  /// The application is shielded through its category.
  open func configuration(shielding application: Application, in category: ActivityCategory) -> ShieldConfiguration {
    ShieldConfiguration()
  }

  /// The web domain itself was named by a rule (S2).
  open func configuration(shielding webDomain: WebDomain) -> ShieldConfiguration { ShieldConfiguration() }

  /// The web domain is shielded through its category.
  open func configuration(shielding webDomain: WebDomain, in category: ActivityCategory) -> ShieldConfiguration {
    ShieldConfiguration()
  }
}

extension ShieldConfigurationDataSource: _ExtensionPrincipal {
  public var _handler: any ExtensionPointHandler { ShieldConfigurationHandler(self) }
}

/// The name of WWDC21 (`screen-time.md`).
public typealias ShieldConfigurationProvider = ShieldConfigurationDataSource
