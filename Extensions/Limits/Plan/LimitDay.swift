// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ManagedSettings

/// The day's use so far, and the shields that follow from it.
public struct LimitDay: Codable, Equatable, Sendable {
  /// More time, given on a shield.
  public struct MoreTime: Codable, Equatable, Sendable {
    public var applications: Set<ApplicationToken> = []
    public var webDomains: Set<WebDomainToken> = []
    public var categories: Set<ActivityCategoryToken> = []
    /// Whether downtime is lifted as well, since its shield covers everything at once.
    public var liftsDowntime = false

    public init() {}
  }

  /// The limits that were reached.
  public var reached: Set<Int> = []
  public var isDowntime = false
  public var moreTime: MoreTime?

  public init() {}

  /// The shields of a plan.
  public struct Shields: Equatable {
    public var applications: Set<ApplicationToken> = []
    public var webDomains: Set<WebDomainToken> = []
    public var categories: Set<ActivityCategoryToken> = []
    /// Applications and websites that stay open in shielded categories.
    public var openApplications: Set<ApplicationToken> = []
    public var openWebDomains: Set<WebDomainToken> = []
    public var coversEverything = false
  }

  /// Everything that the reached limits and downtime close now. What is always allowed stays open.
  public func shields(of plan: LimitPlan) -> Shields {
    let more = moreTime ?? MoreTime()
    var shields = Shields()
    for limit in plan.limits where reached.contains(limit.id) {
      shields.applications.formUnion(limit.selection.applicationTokens)
      shields.webDomains.formUnion(limit.selection.webDomainTokens)
      shields.categories.formUnion(limit.selection.categoryTokens)
    }
    shields.openApplications = plan.allowed.applicationTokens.union(more.applications)
    shields.openWebDomains = plan.allowed.webDomainTokens.union(more.webDomains)
    shields.applications.subtract(shields.openApplications)
    shields.webDomains.subtract(shields.openWebDomains)
    shields.categories.subtract(plan.allowed.categoryTokens.union(more.categories))
    shields.coversEverything = isDowntime && !more.liftsDowntime
    return shields
  }

  /// Sets the shields.
  public func apply(_ plan: LimitPlan) {
    let shields = shields(of: plan)
    let store = ManagedSettingsStore()
    store.shield.applications = shields.applications.isEmpty ? nil : shields.applications
    store.shield.webDomains = shields.webDomains.isEmpty ? nil : shields.webDomains
    if shields.coversEverything {
      store.shield.applicationCategories = .all(except: shields.openApplications)
      store.shield.webDomainCategories = .all(except: shields.openWebDomains)
    } else if shields.categories.isEmpty {
      store.shield.applicationCategories = nil
      store.shield.webDomainCategories = nil
    } else {
      store.shield.applicationCategories = .specific(shields.categories, except: shields.openApplications)
      store.shield.webDomainCategories = .specific(shields.categories, except: shields.openWebDomains)
    }
  }
}
