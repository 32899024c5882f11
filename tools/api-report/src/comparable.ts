import ts from 'typescript';
import type { ParsedReport } from './parsed-report.ts';

const { factory } = ts;
const printer = ts.createPrinter({ removeComments: true });

/** The name under which a type with parameters stands with arguments of which nothing is known. */
export function appliedName(name: string): string {
  return `$${name}`;
}

/** The code of one declaration, without comments. */
export function codeOf(statements: readonly ts.Statement[]): string {
  return statements
    .map((one) => printer.printNode(ts.EmitHint.Unspecified, one, one.getSourceFile()))
    .join('\n');
}

/**
 * A report as declarations that the compiler compares strictly. It lets the parameters of methods and
 * constructors vary both ways, so these become properties here; and a private member would make
 * two classes strangers to each other, so it goes.
 */
export function comparableCode(report: ParsedReport): string {
  const statements = [...report.declarations.values()].flat();
  const code = statements.map((statement) => {
    const { transformed } = ts.transform(statement, [strictMembers]);
    const [first = statement] = transformed;
    const text = printer.printNode(ts.EmitHint.Unspecified, first, statement.getSourceFile());
    return text.replace(/^(?:export |declare )*/, 'export declare ');
  });
  const namespaces = [...report.namespaces].map(([name, names]) => {
    const exported = [...names].map(([as, local]) => (as === local ? as : `${local} as ${as}`));
    return `export declare namespace ${name} { export { ${exported.join(', ')} } }`;
  });
  return [codeOf(report.imports), ...code, ...namespaces, ...applied(report)].join('\n');
}

/** Types with parameters, each with arguments: without them the compiler would not compare two of them. */
function applied({ declarations }: ParsedReport): string[] {
  return [...declarations].flatMap(([name, [statement]]) => {
    const parameters = statement === undefined ? [] : typeParametersOf(statement);
    if (parameters.length === 0) return [];
    const unknown = parameters.map((_, index) => `{ readonly argument: ${index} }`);
    return [`export type ${appliedName(name)} = ${name}<${unknown.join(', ')}>;`];
  });
}

/** The parameters of a type, none of anything else. */
export function typeParametersOf(statement: ts.Statement): readonly ts.TypeParameterDeclaration[] {
  const isType =
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return isType ? (statement.typeParameters ?? []) : [];
}

const strictMembers: ts.TransformerFactory<ts.Statement> = (context) => (statement) => {
  const inside = <Node extends ts.Node>(node: Node): Node =>
    ts.visitEachChild(node, visit, context);
  const visit = (node: ts.Node): ts.Node | undefined => {
    if (isPrivate(node)) return undefined;
    if (ts.isConstructorDeclaration(node)) {
      const isStatic = [factory.createModifier(ts.SyntaxKind.StaticKeyword)];
      const type = functionType(inside(node));
      return factory.createPropertyDeclaration(
        isStatic,
        '$constructor',
        undefined,
        type,
        undefined,
      );
    }
    if (!ts.isMethodSignature(node) && !ts.isMethodDeclaration(node)) return inside(node);
    const overloads = overloadsOf(node);
    if (overloads[0] !== node) return undefined;
    const { modifiers, name, questionToken } = node;
    const types = overloads.map((one) => functionType(inside(one)));
    const type = factory.createIntersectionTypeNode(types);
    return ts.isMethodSignature(node)
      ? factory.createPropertySignature(node.modifiers, name, questionToken, type)
      : factory.createPropertyDeclaration(modifiers, name, questionToken, type, undefined);
  };
  return inside(statement);
};

function isPrivate(node: ts.Node): boolean {
  if (!ts.isClassElement(node)) return false;
  if (node.name !== undefined && ts.isPrivateIdentifier(node.name)) return true;
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return (ts.getCombinedModifierFlags(node) & hidden) !== 0;
}

type Method = ts.MethodSignature | ts.MethodDeclaration;

/** The methods of one object that have the same name. */
function overloadsOf(method: Method): readonly Method[] {
  const { members } = method.parent as { members?: readonly ts.Node[] };
  const name = method.name.getText();
  return (members ?? [])
    .filter((one) => ts.isMethodSignature(one) || ts.isMethodDeclaration(one))
    .filter((one) => one.name.getText() === name);
}

function functionType(signature: Method | ts.ConstructorDeclaration): ts.TypeNode {
  const result = signature.type ?? factory.createKeywordTypeNode(ts.SyntaxKind.AnyKeyword);
  const { typeParameters, parameters } = signature;
  return factory.createParenthesizedType(
    factory.createFunctionTypeNode(typeParameters, parameters, result),
  );
}
