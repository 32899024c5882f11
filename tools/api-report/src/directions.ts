import ts from 'typescript';
import { contractDirections, type Direction } from './contract-directions.ts';
import { type ParsedReport, publicNames } from './parsed-report.ts';

/**
 * Which ways the values of each declared type go, by following every function, class and constant that can
 * be imported: what a parameter refers to goes in, what a result refers to comes out. For what is generated from
 * the document, the document says it. A type that nothing refers to has no direction.
 */
export function directions(report: ParsedReport): Map<string, Set<Direction>> {
  const found = contractDirections(report);
  const ofContract = new Set(found.keys());

  function mark(name: string, direction: Direction): void {
    if (ofContract.has(name)) return;
    const known = found.get(name) ?? new Set();
    if (known.has(direction)) return;
    found.set(name, known.add(direction));
    for (const statement of report.declarations.get(name) ?? []) visit(statement, direction);
  }

  function visit(node: ts.Node, direction: Direction): void {
    const name = referredName(node);
    if (name !== undefined) mark(name, direction);
    const isInput =
      ts.isParameter(node) || ts.isTypeParameterDeclaration(node) || ts.isSetAccessor(node);
    const inside = isInput ? opposite(direction) : direction;
    ts.forEachChild(node, (child) => visit(child, inside));
  }

  for (const name of publicNames(report).values()) {
    if (report.declarations.get(name)?.some(isValue)) mark(name, 'out');
  }
  return found;
}

function opposite(direction: Direction): Direction {
  return direction === 'in' ? 'out' : 'in';
}

/** Whether it is there when a program runs. */
export function isValue(statement: ts.Statement): boolean {
  return !ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement);
}

/** `Member` of `Member`, `Member[]` or `Types.Member`. */
function referredName(node: ts.Node): string | undefined {
  if (ts.isTypeReferenceNode(node)) return lastName(node.typeName);
  if (ts.isTypeQueryNode(node)) return lastName(node.exprName);
  return ts.isExpressionWithTypeArguments(node) ? node.expression.getText() : undefined;
}

function lastName(name: ts.EntityName): string {
  return ts.isIdentifier(name) ? name.text : name.right.text;
}
