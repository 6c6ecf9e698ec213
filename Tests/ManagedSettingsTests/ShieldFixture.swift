// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ExtensionProtocol
import ExtensionRuntime
import ManagedSettings
import ManagedSettingsUI
import SDKTestSupport

/// Data sources for shields, in a file of their own: a file that imports both `Testing` and `UIKit` needs a
/// cross-import overlay that does not exist on Linux.
enum ShieldFixture {
  case base, named, adaptive, longTitle, submenuWithoutLabel, fourItems, glaring, bitmap
  case emptyItem, noItems, notANumber, controlled, lineFeed

  /// Requests the shield of an application, with or without a category. The result contains every message sent.
  func ask(
    category: String? = nil, behaviour: Behaviour = .strict,
    colorScheme: EnvironmentSnapshot.ColorScheme = .light
  ) -> [Envelope] {
    var environment = CallbackHarness.environment
    environment.colorScheme = colorScheme
    let arguments = ShieldConfigurationArguments(
      item: .init(kind: .application, token: Tokens.wire(1), name: "Block World"),
      category: category.map { .init(token: Tokens.wire(1, kind: 3), name: $0) }, isRedraw: false)
    let hello = HelloParams(
      point: .shieldConfiguration, features: [], extension: "homework.shield", capabilities: [],
      behaviour: behaviour, limits: HelloLimits(for: .shieldConfiguration))
    let perform = PerformParams(
      callback: .shieldConfiguration(arguments), delivery: DeliveryInfo(attempt: 1, now: 0, seed: 0),
      snapshot: Snapshot(environment: environment), deadlineMs: 300)
    let last = RequestID(.host, 2)
    let channel = CallbackHarness(
      script: [
        .request(id: RequestID(.host, 1), method: "hello", params: hello.wire),
        .request(id: last, method: "perform", params: perform.wire),
      ], last: last
    ) { _, _ in .failure(HandlerFailure(ErrorObject(.denied, "sealed"))) }
    let session = ExtensionSession(channel: channel)
    let ended = DispatchSemaphore(value: 0)
    session.onEnd { ended.signal() }
    session.start(source._handler)
    ended.wait()
    return channel.sent
  }

  private var source: ShieldConfigurationDataSource {
    if self == .base { return ShieldConfigurationDataSource() }
    return Source { application, category in self.configuration(application, category) }
  }

  private func configuration(_ application: Application, _ category: ActivityCategory?) -> ShieldConfiguration {
    switch self {
    case .base: ShieldConfiguration()
    case .named:
      ShieldConfiguration(
        title: .init(
          text: "\(application.localizedDisplayName ?? "") \(category?.localizedDisplayName ?? "")", color: .black))
    case .adaptive:
      ShieldConfiguration(
        backgroundBlurStyle: .systemUltraThinMaterialDark, backgroundColor: .systemBackground,
        icon: UIImage(named: "book"), primaryButtonBackgroundColor: UIColor(white: 1, alpha: 0.5))
    case .longTitle:
      ShieldConfiguration(title: .init(text: String(repeating: "ä", count: 200), color: .black))
    case .submenuWithoutLabel: ShieldConfiguration(secondaryButtonSubmenuItems: ["a"])
    case .fourItems:
      ShieldConfiguration(
        secondaryButtonLabel: .init(text: "More", color: .black), secondaryButtonSubmenuItems: ["a", "b", "c", "d"])
    case .glaring: ShieldConfiguration(backgroundColor: UIColor(white: 2, alpha: 1))
    case .bitmap: ShieldConfiguration(icon: UIImage())
    case .emptyItem:
      ShieldConfiguration(
        secondaryButtonLabel: .init(text: "More", color: .black), secondaryButtonSubmenuItems: ["a", ""])
    case .noItems:
      ShieldConfiguration(
        secondaryButtonLabel: .init(text: "More", color: .black), secondaryButtonSubmenuItems: [])
    case .notANumber: ShieldConfiguration(backgroundColor: UIColor(white: .nan, alpha: 1))
    case .controlled: ShieldConfiguration(title: .init(text: "a\u{7}b", color: .black))
    case .lineFeed: ShieldConfiguration(title: .init(text: "a\nb", color: .black))
    }
  }
}

private final class Source: ShieldConfigurationDataSource {
  private let make: (Application, ActivityCategory?) -> ShieldConfiguration

  init(_ make: @escaping (Application, ActivityCategory?) -> ShieldConfiguration) {
    self.make = make
    super.init()
  }

  override func configuration(shielding application: Application) -> ShieldConfiguration { make(application, nil) }

  override func configuration(
    shielding application: Application, in category: ActivityCategory
  ) -> ShieldConfiguration {
    make(application, category)
  }
}
