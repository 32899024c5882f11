import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'tsdown';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageFolder } from '../scripts/entry-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-packed-'));
  await build({ cwd: packageFolder, outDir: folder, logLevel: 'silent', clean: false });
});
afterAll(() => rm(folder, { recursive: true }));

/** The fields and methods of the declarations, and those of them at which an editor shows no text. */
function documentedFields() {
  const files = globSync('*.d.mts', { cwd: folder }).map((name) => join(folder, name));
  const program = ts.createProgram(files, { module: ts.ModuleKind.NodeNext, types: [] });
  const checker = program.getTypeChecker();
  const bare: string[] = [];
  let count = 0;
  const visit = (node: ts.Node): void => {
    // The constraint of a type parameter is no field of anything.
    if (ts.isTypeParameterDeclaration(node)) return;
    const isField = ts.isPropertySignature(node) || ts.isPropertyDeclaration(node);
    if ((isField || ts.isMethodSignature(node) || ts.isMethodDeclaration(node)) && isShown(node)) {
      count += 1;
      const text = checker.getSymbolAtLocation(node.name)?.getDocumentationComment(checker);
      if (text?.length === 0) bare.push(nameOf(node));
    }
    // What stands under a name of the document, such as `members.get`, is a table for the type checker.
    if (isField && !ts.isIdentifier(node.name)) return;
    ts.forEachChild(node, visit);
  };
  for (const file of files) ts.forEachChild(program.getSourceFile(file) as ts.Node, visit);
  return { count, bare };
}

type Field =
  | ts.PropertySignature
  | ts.PropertyDeclaration
  | ts.MethodSignature
  | ts.MethodDeclaration;

/** Not what may never be there, nor a type under its own name. */
function isShown({ name, type }: Field): boolean {
  if (!ts.isIdentifier(name)) return false;
  return !['never', 'undefined', name.text].includes(type?.getText() ?? '');
}

function nameOf(node: ts.Node): string {
  const names: string[] = [];
  for (let at = node; at.parent !== undefined; at = at.parent) {
    const { name } = at as ts.NamedDeclaration;
    if (name && ts.isIdentifier(name)) names.unshift(name.text);
  }
  return names.join('.');
}

test('every field and method of the packed declarations has its text at the cursor', () => {
  const { count, bare } = documentedFields();
  expect(bare).toEqual([]);
  expect(count).toBeGreaterThan(500);
});
