import { $, TsDsl } from '@hey-api/openapi-ts';
import ts from 'typescript';

type Context = Parameters<TsDsl['analyze']>[0];
type Name = Parameters<typeof $.type.alias>[0];

/** A node that stands for a type. */
export type TypeNode = TsDsl<ts.TypeNode>;

/** A member of an interface; a method if it has a function type. */
interface Member {
  name: string;
  type: TypeNode;
  text?: string;
}

/** An exported interface. */
export class Interface extends TsDsl<ts.InterfaceDeclaration> {
  readonly '~dsl' = 'Interface';
  override readonly scope = 'type';
  readonly #text: string;
  readonly #members: Member[];
  readonly #parent: { name: TsDsl<ts.Expression>; argument: TypeNode } | undefined;

  constructor(
    name: Name,
    text: string,
    members: Member[],
    parent?: { name: TsDsl<ts.Expression>; argument: TypeNode },
  ) {
    super();
    this.name.set(name);
    this.#text = text;
    this.#members = members;
    this.#parent = parent;
  }

  override analyze(context: Context): void {
    context.analyze(this.name);
    if (this.#parent) context.analyze(this.#parent.name);
    if (this.#parent) context.analyze(this.#parent.argument);
    for (const { type } of this.#members) context.analyze(type);
  }

  override toAst(): ts.InterfaceDeclaration {
    const { factory } = ts;
    const extended = this.#parent && [
      factory.createExpressionWithTypeArguments(this.#parent.name.toAst(), [
        this.#parent.argument.toAst(),
      ]),
    ];
    const node = factory.createInterfaceDeclaration(
      [factory.createModifier(ts.SyntaxKind.ExportKeyword)],
      this.name.toString(),
      [],
      extended && [factory.createHeritageClause(ts.SyntaxKind.ExtendsKeyword, extended)],
      this.#members.map(memberNode),
    );
    return documented(node, this.#text);
  }
}

function memberNode({ name, type, text }: Member): ts.TypeElement {
  const { factory } = ts;
  const ast = type.toAst();
  const key = /^\w+$/.test(name) ? name : factory.createStringLiteral(name, true);
  const node = ts.isFunctionTypeNode(ast)
    ? factory.createMethodSignature([], key, undefined, [], ast.parameters, ast.type)
    : factory.createPropertySignature([], key, undefined, ast);
  return text === undefined ? node : documented(node, text);
}

function documented<Node extends ts.Node>(node: Node, text: string): Node {
  return $.doc(text.split('\n')).apply(node);
}

/** A call that a bundler drops if nothing uses its result. */
export class PureCall extends TsDsl<ts.Expression> {
  readonly '~dsl' = 'PureCall';
  readonly #call: TsDsl<ts.Expression>;

  constructor(call: TsDsl<ts.Expression>) {
    super();
    this.#call = call;
  }

  override analyze(context: Context): void {
    context.analyze(this.#call);
  }

  override toAst(): ts.Expression {
    const kind = ts.SyntaxKind.MultiLineCommentTrivia;
    return ts.addSyntheticLeadingComment(this.#call.toAst(), kind, ' @__PURE__ ');
  }
}

/** A list, as `Item[]`. */
export class ArrayType extends TsDsl<ts.TypeNode> {
  readonly '~dsl' = 'ArrayType';
  override readonly scope = 'type';
  readonly #item: TypeNode;

  constructor(item: TypeNode) {
    super();
    this.#item = item;
  }

  override analyze(context: Context): void {
    context.analyze(this.#item);
  }

  override toAst(): ts.TypeNode {
    return ts.factory.createArrayTypeNode(this.#item.toAst());
  }
}
