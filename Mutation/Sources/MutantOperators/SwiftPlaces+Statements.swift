// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension SwiftPlaces {
  func drop(_ node: CodeBlockItemSyntax) {
    guard canDrop(node) else { return }
    record(.dropStatement, at: range(node.item), after: "", edits: [Edit(range: range(node.item), form: .skip)])
  }

  private func canDrop(_ node: CodeBlockItemSyntax) -> Bool {
    guard let list = node.parent?.as(CodeBlockItemListSyntax.self) else { return false }
    let isLast = list.last?.id == node.id
    let owner = list.parent?.is(CodeBlockSyntax.self) == true ? list.parent?.parent : list.parent
    // The last statement of a guard's body must leave.
    if isLast, owner?.is(GuardStmtSyntax.self) == true { return false }
    // The only statement of a closure or a function with a result is its result.
    if list.count == 1, owner?.is(ClosureExprSyntax.self) == true || returnsValue(owner) { return false }
    switch node.item {
    case .expr(let expression): return hasEffect(expression)
    case .stmt(let statement):
      return statement.is(ContinueStmtSyntax.self) || statement.is(ThrowStmtSyntax.self)
        || statement.as(ReturnStmtSyntax.self).map { $0.expression == nil } == true
    case .decl: return false
    }
  }

  private func returnsValue(_ owner: Syntax?) -> Bool {
    if let function = owner?.as(FunctionDeclSyntax.self) { return function.signature.returnClause != nil }
    if let accessor = owner?.as(AccessorDeclSyntax.self) { return accessor.accessorSpecifier.text == "get" }
    return owner?.is(AccessorBlockSyntax.self) == true
  }

  private func hasEffect(_ expression: ExprSyntax) -> Bool {
    if let tried = expression.as(TryExprSyntax.self) { return hasEffect(tried.expression) }
    if let awaited = expression.as(AwaitExprSyntax.self) { return hasEffect(awaited.expression) }
    if let unsafe = expression.as(UnsafeExprSyntax.self) { return hasEffect(unsafe.expression) }
    if let call = expression.as(FunctionCallExprSyntax.self) {
      let name = text(call.calledExpression)
      // Without the initialiser the file doesn't compile; without the capacity the program does the same.
      return !name.hasSuffix(".init") && !name.hasSuffix(".reserveCapacity") && !Self.checks.contains(name)
    }
    guard let infix = expression.as(InfixOperatorExprSyntax.self) else { return false }
    if infix.operator.is(AssignmentExprSyntax.self) {
      // A stored property must be set in an initialiser.
      return !isInInitializer(expression) && text(infix.leftOperand) != "_"
    }
    let sign = infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text ?? ""
    return ["+=", "-=", "*=", "/=", "|=", "&=", "^="].contains(sign)
  }

  private func isInInitializer(_ node: some SyntaxProtocol) -> Bool {
    var parent = node.parent
    while let one = parent {
      if one.is(InitializerDeclSyntax.self) { return true }
      if one.is(FunctionDeclSyntax.self) || one.is(ClosureExprSyntax.self) { return false }
      parent = one.parent
    }
    return false
  }

  // MARK: Returning early

  func returnEarly(_ statements: CodeBlockItemListSyntax, brace: TokenSyntax, type: TypeSyntax?) {
    let end = range(brace).upperBound
    let head = range(brace).lowerBound..<end
    guard let type, text(type) != "Void" else {
      // With one statement this is the same as dropping it.
      guard statements.count > 1 else { return }
      return record(
        .returnEarly, at: head, after: "{ return", edits: [Edit(range: end..<end, form: .insert("return"))])
    }
    for value in simpleValues(of: type) {
      if statements.count == 1, let only = statements.first, case .expr(let expression) = only.item {
        if !expression.is(IfExprSyntax.self), !expression.is(SwitchExprSyntax.self) {
          change(.returnEarly, expression, to: value)
        }
      } else {
        record(
          .returnEarly, at: head, after: "{ return \(value)",
          edits: [Edit(range: end..<end, form: .insert("return \(value)"))])
      }
    }
  }

  private func simpleValues(of type: TypeSyntax) -> [String] {
    if type.is(OptionalTypeSyntax.self) { return ["nil"] }
    if type.is(ArrayTypeSyntax.self) { return ["[]"] }
    if type.is(DictionaryTypeSyntax.self) { return ["[:]"] }
    switch text(type) {
    case "Bool": return ["true", "false"]
    case "Int", "Int32", "Int64", "UInt8", "UInt32", "UInt64", "Double": return ["0"]
    case let name where name.hasPrefix("Set<"): return ["[]"]
    default: return []
    }
  }
}
