// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

extension ManifestValidator {
  /// Validates the app or one extension. An app has neither name nor point in the manifest, since both are fixed.
  mutating func program(
    _ value: WireValue, at pointer: String, family: String, isApp: Bool
  ) -> ExtensionDeclaration? {
    guard let object = object(value, at: pointer, keys: isApp ? .app : .extension) else { return nil }
    let name = isApp ? "app" : text(object, "name", form: .slug)
    let point = isApp ? ExtensionPoint.app : extensionPoint(object)
    let executable = text(object, "executable", form: .pathInBundle)
    let sha256 = text(object, "sha256", form: .sha256)
    let interpreter = text(object, "interpreter", form: .absolutePath)
    let interpreterArguments = arguments(object)
    let wire = word(object, "wire", of: ExtensionDeclaration.Channel.self) ?? .fds
    let schemas = schemas(object)
    let fitting = word(object, "fitting", of: ExtensionDeclaration.FilesystemAccess.self)
    let locks = flag(object, "locks") ?? false
    let containerCopy = flag(object, "containerCopy") ?? false
    let buttons = buttons(object)
    let interactive = flag(object, "interactive") ?? false
    let previousKinds = previousKinds(object)
    let dataProtection = word(object, "dataProtection", of: ExtensionDeclaration.DataProtection.self) ?? .none
    guard let point else { return nil }
    let rules = PointRules.rules(for: point)
    let requests = capabilities(object, rules: rules)
    let limits = limits(object, rules: rules)
    checkKeysOfPoint(object, point: point)
    // No launch makes the copy, so granting it would be a promise that nothing keeps.
    if containerCopy, point.isSealed {
      report(object.path("containerCopy"), "this version makes no copies of containers; leave it out")
    }
    if interpreter != nil, fitting == .compute {
      report(object.path("fitting"), "“compute” does not allow an interpreter, which opens files; use “files”")
    }
    if interpreter == nil, object.members["interpreterArguments"] != nil {
      report(object.path("interpreterArguments"), "belongs to a script; name its “interpreter”, or leave it out")
    }
    guard let name, let executable else { return nil }
    return ExtensionDeclaration(
      id: "\(family).\(name)", name: name, point: point, executable: executable, sha256: sha256,
      interpreter: interpreter, interpreterArguments: interpreterArguments, wire: wire, schemas: schemas,
      requests: requests, limits: limits, fitting: fitting,
      locks: locks, containerCopy: containerCopy, buttons: buttons, interactive: interactive,
      previousKinds: previousKinds, dataProtection: dataProtection)
  }

  private mutating func extensionPoint(_ object: ManifestObject) -> ExtensionPoint? {
    if case .string(let text)? = object.members["point"], let identifier = AppleIdentifier(text) {
      report(object.path("point"), identifier.advice)
      return nil
    }
    guard let point = word(object, "point", of: ExtensionPoint.self) else { return nil }
    guard point != .app else {
      report(object.path("point"), "“app” is declared under “app”, not among the extensions")
      return nil
    }
    return point
  }

  /// An argument may be given twice, as in `-X dev -X utf8`.
  private mutating func arguments(_ object: ManifestObject) -> [String] {
    (array(object, "interpreterArguments", counting: 0...8) ?? []).compactMap {
      text($0.value, at: $0.pointer, form: .interpreterArgument)
    }
  }

  private mutating func schemas(_ object: ManifestObject) -> [Int64] {
    guard let elements = array(object, "schemas", counting: 1...8) else { return [1] }
    var schemas: [Int64] = []
    for (pointer, value) in elements {
      guard let schema = integer(value, at: pointer) else { continue }
      if schema < 1 || schema <= schemas.last ?? 0 {
        report(pointer, "\(schema) is not above the previous one; schemas are ascending and at least 1")
      }
      schemas.append(schema)
    }
    return schemas
  }

  private mutating func buttons(_ program: ManifestObject) -> ShieldButtons? {
    guard let value = program.members["buttons"],
      let object = object(value, at: program.path("buttons"), keys: .buttons)
    else { return nil }
    func label(_ value: WireValue, _ pointer: String, _ validator: inout ManifestValidator) -> String? {
      guard let label = validator.prose(value, at: pointer, as: .name, atMost: ShieldButtons.labelBytes) else {
        return nil
      }
      if label.isEmpty { validator.report(pointer, "is empty; leave it out") }
      return label
    }
    var buttons = ShieldButtons()
    buttons.primary = object.members["primary"].flatMap { label($0, object.path("primary"), &self) }
    buttons.secondary = object.members["secondary"].flatMap { label($0, object.path("secondary"), &self) }
    for (pointer, value) in array(object, "submenu", counting: 0...ShieldButtons.choices) ?? [] {
      if let choice = label(value, pointer, &self) { buttons.submenu.append(choice) }
    }
    if !buttons.submenu.isEmpty, buttons.secondary == nil {
      report(object.path("submenu"), "belongs to a second button; declare “secondary”")
    }
    return buttons
  }

  private mutating func previousKinds(_ object: ManifestObject) -> [String] {
    var kinds: [String] = []
    for (pointer, value) in array(object, "previousKinds", counting: 0...16) ?? [] {
      guard let kind = prose(value, at: pointer, as: .name, atMost: 128) else { continue }
      if kinds.contains(kind) { report(pointer, "“\(kind)” is given twice") } else { kinds.append(kind) }
    }
    return kinds
  }

  /// Validates the requested capabilities. A capability that the point doesn't allow is a fault.
  private mutating func capabilities(_ object: ManifestObject, rules: PointRules) -> [Capability] {
    var requests: [Capability] = []
    for (pointer, value) in array(object, "requests", counting: 0...Capability.allCases.count) ?? [] {
      guard let capability = word(value, at: pointer, of: Capability.self) else { continue }
      if !rules.capabilities.contains(capability) {
        report(
          pointer, "“\(capability.rawValue)” is beyond the ceiling of point \(rules.point.rawValue)\(ceiling(rules))")
      } else if requests.contains(capability) {
        report(pointer, "“\(capability.rawValue)” is given twice")
      } else {
        requests.append(capability)
      }
    }
    return requests.sorted { $0.rawValue.precedesInUTF8($1.rawValue) }
  }

  private func ceiling(_ rules: PointRules) -> String {
    rules.capabilities.isEmpty
      ? ", which may request nothing"
      : "; it may request \(rules.capabilities.map(\.rawValue).joined(separator: ", "))"
  }

  /// Validates the limits. A value above the ceiling is a fault; it is not clamped.
  private mutating func limits(_ program: ManifestObject, rules: PointRules) -> ExtensionLimits {
    var limits = rules.standardLimits
    guard let value = program.members["limits"],
      let object = object(value, at: program.path("limits"), keys: .limits)
    else { return limits }
    let point = rules.point.rawValue
    for key in PointRules.limitKeys {
      guard let number = integer(object, key) else { continue }
      guard let bound = rules.bound(key) else {
        report(object.path(key), "\(number) is given, but point \(point) has no such limit")
        continue
      }
      if number > bound.ceiling {
        report(object.path(key), "\(number) is above the ceiling \(bound.ceiling) of point \(point)")
      } else if number < 1 {
        report(object.path(key), "\(number) is below 1")
      }
      switch key {
      case "startMs": limits.startMs = number
      case "deadlineMs": limits.deadlineMs = number
      case "memoryMiB": limits.memoryMiB = number
      case "cpuS": limits.cpuS = number
      default: limits.containerMiB = number
      }
    }
    return limits
  }

  /// Reports keys that are only allowed at other points.
  private mutating func checkKeysOfPoint(_ object: ManifestObject, point: ExtensionPoint) {
    let misplaced: [(key: String, belongs: Bool, where: String)] = [
      ("containerCopy", point.isSealed, "a sealed point"), ("locks", !point.isSealed, "a point that is not sealed"),
      ("buttons", point == .shieldConfiguration, "point shieldConfiguration"),
      ("interactive", point == .widget, "point widget"), ("previousKinds", point == .widget, "point widget"),
      ("dataProtection", point == .widget, "point widget"),
    ]
    for (key, belongs, place) in misplaced where !belongs && object.members[key] != nil {
      report(object.path(key), "belongs to \(place); this is point \(point.rawValue)")
    }
  }
}
