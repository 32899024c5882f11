import ts from 'typescript';
import type { ParsedReport } from './parsed-report.ts';

/** Which way a value of a type goes: to the package, or to who uses it. */
export type Direction = 'in' | 'out';

/** Lists of the contract. Their readers expect more: sets of answers may grow, by the contract's own word. */
const lists = ['OperationId', 'ProblemCode', 'FaultCode', 'OAuthCode', 'OAuthErrorCode'];
/** Tables with an entry for each operation, event or example. */
const tables = ['OperationTypes', 'ExampleOperations', 'Examples'];
/** What the generators name the types of a request, and those of an answer. */
const requests = /(?:Data|Body|Form|Query|Path|Headers)$/;
const answers = /(?:Responses?|\d{3})$/;

/**
 * Which ways the values of the types go that are generated from the document: a request goes in, an answer and
 * an event come out, for client and stubs alike. Helpers that take one back, such as a test kit, change nothing of that.
 */
export function contractDirections({ declarations, namespaces }: ParsedReport) {
  const found = new Map<string, Set<Direction>>();
  const generated = new Set(
    [...namespaces].flatMap(([name, names]) => (/^Types/.test(name) ? [...names.values()] : [])),
  );

  function mark(name: string, direction: Direction): void {
    const known = found.get(name) ?? new Set();
    if (!declarations.has(name) || known.has(direction)) return;
    found.set(name, known.add(direction));
    for (const statement of declarations.get(name) ?? []) visit(statement, direction);
  }

  function visit(node: ts.Node, direction: Direction): void {
    if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName)) {
      if (generated.has(node.typeName.text)) mark(node.typeName.text, direction);
    }
    ts.forEachChild(node, (child) => visit(child, direction));
  }

  for (const name of generated) {
    if (answers.test(name)) mark(name, 'out');
    else if (requests.test(name)) mark(name, 'in');
  }
  mark('WebhookEvent', 'out');
  for (const name of lists) if (declarations.has(name)) found.set(name, new Set(['in']));
  for (const name of tables) if (declarations.has(name)) found.set(name, new Set(['out']));
  return found;
}
