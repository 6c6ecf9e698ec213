// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
internal import ManagedSettings

/// Calls the data source for the shielded item and encodes the configuration it returns.
final class ShieldConfigurationHandler: ExtensionPointHandler {
  private let source: ShieldConfigurationDataSource

  init(_ source: ShieldConfigurationDataSource) { self.source = source }

  var point: ExtensionPoint { .shieldConfiguration }

  func perform(_ request: CallbackRequest) throws -> WireValue {
    guard case .shieldConfiguration(let arguments) = request.callback else {
      throw HandlerFailure.unknownCallback(request, at: point)
    }
    let encoder = ShieldConfigurationEncoder(
      behaviour: ExtensionSession.current?.terms?.behaviour ?? .strict,
      colorScheme: request.params.snapshot.environment.colorScheme)
    return try encoder.encode(configuration(for: arguments)).wire
  }

  private func configuration(for arguments: ShieldConfigurationArguments) -> ShieldConfiguration {
    let item = arguments.item
    let category = arguments.category.map {
      ActivityCategory(token: ActivityCategoryToken($0.token), localizedDisplayName: $0.name)
    }
    switch item.kind {
    case .application:
      let application = Application(
        bundleIdentifier: item.bundleID, token: ApplicationToken(item.token), localizedDisplayName: item.name)
      guard let category else { return source.configuration(shielding: application) }
      return source.configuration(shielding: application, in: category)
    case .webDomain:
      let domain = WebDomain(domain: item.name, token: WebDomainToken(item.token))
      guard let category else { return source.configuration(shielding: domain) }
      return source.configuration(shielding: domain, in: category)
    }
  }
}
