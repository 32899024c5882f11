import {
  createSourceFile,
  isExportSpecifier,
  isIdentifier,
  isImportDeclaration,
  isImportSpecifier,
  isPrivateIdentifier,
  isPropertyAccessExpression,
  isShorthandPropertyAssignment,
  isStringLiteralLike,
  isTemplateHead,
  isTemplateMiddleOrTemplateTail,
  type Node,
  ScriptTarget,
  SyntaxKind,
} from 'typescript';

export type Kind = 'name' | 'comment' | 'string' | 'prose';

/** A part of a file, and the index where it begins. */
export interface Text {
  kind: Kind;
  content: string;
  offset: number;
}

/** The names that a program declares, its comments and its strings. */
export function typescriptTexts(source: string): Text[] {
  const file = createSourceFile('any.ts', source, ScriptTarget.Latest, true);
  return tokensOf(file).flatMap((token) => {
    const start = token.getStart(file, false);
    const before = source.slice(token.pos, start);
    const kind = kindOf(token);
    return [
      // Between tokens, there are only spaces and comments.
      ...(before.trim() === ''
        ? []
        : [{ kind: 'comment' as const, content: before, offset: token.pos }]),
      ...(kind ? [{ kind, content: source.slice(start, token.end), offset: start }] : []),
    ];
  });

  function tokensOf(node: Node): Node[] {
    if (node.kind >= SyntaxKind.FirstJSDocNode && node.kind <= SyntaxKind.LastJSDocNode) return [];
    const parts = node.getChildren(file);
    return parts.length === 0 ? [node] : parts.flatMap(tokensOf);
  }
}

function kindOf(token: Node): Kind | undefined {
  if (isIdentifier(token) || isPrivateIdentifier(token)) {
    return isDeclared(token) ? 'name' : undefined;
  }
  const isText =
    isStringLiteralLike(token) || isTemplateHead(token) || isTemplateMiddleOrTemplateTail(token);
  return isText && !isImportDeclaration(token.parent) ? 'string' : undefined;
}

/** Returns whether this code declares the name. If it only uses the name, the name may come from a library. */
function isDeclared(name: Node): boolean {
  const { parent } = name;
  if (isPropertyAccessExpression(parent) || isShorthandPropertyAssignment(parent)) return false;
  const isSpecifier = isImportSpecifier(parent) || isExportSpecifier(parent);
  if (isSpecifier && parent.propertyName === undefined) return false;
  return 'name' in parent && parent.name === name;
}
