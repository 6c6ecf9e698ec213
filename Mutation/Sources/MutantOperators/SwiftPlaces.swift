// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Finds the places of a Swift file.
package final class SwiftPlaces: SyntaxVisitor {
  let file: String
  let source: SourceText
  package private(set) var places: [Place] = []
  /// Where the first declaration begins.
  package private(set) var importAt = 0
  private var seen: Set<String> = []

  package init(file: String, text: String) {
    self.file = file
    source = SourceText(text)
    super.init(viewMode: .sourceAccurate)
    let parsed = Parser.parse(source: text)
    let tree = OperatorTable.standardOperators.foldAll(parsed) { _ in }
    importAt = tree.positionAfterSkippingLeadingTrivia.utf8Offset
    walk(tree)
    places.sort { ($0.edits[0].range.lowerBound, $0.key) < ($1.edits[0].range.lowerBound, $1.key) }
  }

  // MARK: Recording

  func range(_ node: some SyntaxProtocol) -> Range<Int> {
    node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
  }

  func text(_ node: some SyntaxProtocol) -> String { source.text(range(node)) }

  /// Records a change of an expression.
  func change(_ operation: MutationOperator, _ node: some SyntaxProtocol, to after: String) {
    record(operation, at: range(node), after: after, edits: [Edit(range: range(node), form: .choose(after))])
  }

  func record(_ operation: MutationOperator, at range: Range<Int>, after: String, edits: [Edit]) {
    let place = source.place(operation, in: file, at: range, after: after, edits: edits)
    // Two operators can lead to the same change; the first one counts.
    guard place.before != place.after, seen.insert("\(range) \(place.after)").inserted else { return }
    places.append(place)
  }

  // MARK: Parts that are left alone

  /// Text: messages and SQL, which the operators don't understand.
  package override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  package override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  package override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  package override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  package override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  package override func visit(_ node: AvailabilityConditionSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  // MARK: Statements and bodies

  package override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    drop(node)
    return .visitChildren
  }

  package override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if let body = node.body {
      returnEarly(body.statements, brace: body.leftBrace, type: node.signature.returnClause?.type)
    }
    return .visitChildren
  }

  package override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if let block = node.accessorBlock, case .getter(let statements) = block.accessors,
      let type = node.typeAnnotation?.type
    {
      returnEarly(statements, brace: block.leftBrace, type: type)
    }
    return .visitChildren
  }

  // MARK: Expressions

  package override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    guard let binary = node.operator.as(BinaryOperatorExprSyntax.self) else { return .visitChildren }
    let (left, right) = (text(node.leftOperand), text(node.rightOperand))
    let sign = binary.operator.text
    let shifted = ["<": "<=", "<=": "<", ">": ">=", ">=": ">"]
    let opposite = ["==": "!=", "!=": "==", "===": "!==", "!==": "==="]
    if let other = shifted[sign] {
      change(.boundary, node, to: "\(left) \(other) \(right)")
    } else if let other = opposite[sign] {
      change(.negate, node, to: "\(left) \(other) \(right)")
    } else if sign == "&&" || sign == "||" {
      change(.dropCondition, node, to: left)
      change(.dropCondition, node, to: right)
    } else if sign == "+" || sign == "-", right == "1" {
      change(.boundary, node, to: left)
    }
    return .visitChildren
  }

  package override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if node.operator.text == "!" { change(.negate, node, to: text(node.expression)) }
    return .visitChildren
  }

  package override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    return .visitChildren
  }

  package override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    change(.dropCondition, node.condition, to: "true")
    return .visitChildren
  }

  package override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    guard case .expression(let condition) = node.condition else { return .visitChildren }
    negate(condition)
    let statement = node.parent?.parent
    // A loop whose condition is dropped never ends, and every test notices.
    if statement?.is(WhileStmtSyntax.self) == true { return .visitChildren }
    change(.dropCondition, condition, to: "true")
    if let branch = statement?.as(IfExprSyntax.self), branch.elseBody == nil, branch.conditions.count == 1 {
      change(.dropStatement, condition, to: "false")
    }
    return .visitChildren
  }

  /// Negates a condition, unless its own operator does.
  private func negate(_ condition: ExprSyntax) {
    if condition.is(PrefixOperatorExprSyntax.self) || condition.is(BooleanLiteralExprSyntax.self) { return }
    let sign = condition.as(InfixOperatorExprSyntax.self)?.operator.as(BinaryOperatorExprSyntax.self)?.operator.text
    if ["==", "!=", "===", "!=="].contains(sign) { return }
    change(.negate, condition, to: "!(\(text(condition)))")
  }

  package override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let literal = text(node)
    let isStep = node.parent?.as(InfixOperatorExprSyntax.self)?.rightOperand.id == node.id && literal == "1"
    if isStep || isRawValue(node) { return .skipChildren }
    change(.constant, node, to: Int(literal.replacing("_", with: "")).map { "\($0 + 1)" } ?? "\(literal) + 1")
    return .skipChildren
  }

  package override func visit(_ node: FloatLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    if !isRawValue(node) { change(.constant, node, to: "\(text(node)) + 1") }
    return .skipChildren
  }

  package override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    if !isRawValue(node) { change(.constant, node, to: text(node) == "true" ? "false" : "true") }
    return .skipChildren
  }

  /// Whether the literal is a condition as a whole, or the argument of an attribute-like declaration.
  private func isRawValue(_ node: some SyntaxProtocol) -> Bool { node.parent?.is(ConditionElementSyntax.self) == true }

  package override func visit(_ node: ArrayExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = node.elements.map(\.expression)
    let areFlags = elements.allSatisfy { $0.as(MemberAccessExprSyntax.self).map { $0.base == nil } ?? false }
    guard areFlags else { return .visitChildren }
    for dropped in elements {
      let kept = elements.filter { $0.id != dropped.id }.map { text($0) }
      change(.dropFlag, node, to: "[\(kept.joined(separator: ", "))]")
    }
    return .visitChildren
  }

  package override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let name = text(node.calledExpression)
    if SwiftPlaces.checks.contains(name) { return .skipChildren }
    if name == "min" || name == "max" {
      let arguments = source.text(range(node.calledExpression).upperBound..<range(node).upperBound)
      change(.boundary, node, to: (name == "min" ? "max" : "min") + arguments)
    }
    let arguments = Array(node.arguments)
    for (one, other) in zip(arguments, arguments.dropFirst()) { swap(one.expression, other.expression, name) }
    return .visitChildren
  }

  /// Calls that stop the program on a mistake of ours; they are true in every test.
  static let checks: Set = ["assert", "assertionFailure", "fatalError", "precondition", "preconditionFailure"]

  /// Swaps two arguments. The compiler decides whether they have one type.
  private func swap(_ one: ExprSyntax, _ other: ExprSyntax, _ name: String) {
    let (first, second) = (text(one), text(other))
    guard first != second, name != "min", name != "max", isSwappable(one), isSwappable(other),
      one.kind.isLiteral == other.kind.isLiteral || one.kind == other.kind
    else { return }
    let both = range(one).lowerBound..<range(other).upperBound
    record(
      .swapArguments, at: both, after: "\(second), \(first)",
      edits: [
        Edit(range: range(one), form: .choose(second)), Edit(range: range(other), form: .choose(first)),
      ])
  }

  private func isSwappable(_ node: ExprSyntax) -> Bool {
    switch node.kind {
    case .declReferenceExpr, .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr: true
    case .memberAccessExpr: node.as(MemberAccessExprSyntax.self)?.base != nil
    default: false
    }
  }
}

extension SyntaxKind {
  fileprivate var isLiteral: Bool {
    [.integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr].contains(self)
  }
}
