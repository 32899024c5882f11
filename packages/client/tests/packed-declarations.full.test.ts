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

/** The number of fields and methods of the declarations, and the names of those without a text in editors. */
function documentedFields() {
  const files = globSync('*.d.mts', { cwd: folder }).map((name) => join(folder, name));
  const program = ts.createProgram(files, { module: ts.ModuleKind.NodeNext, types: [] });
  const checker = program.getTypeChecker();
  const bare: string[] = [];
  let count = 0;
  const visit = (node: ts.Node): void => {
    // The constraint of a type parameter is not a field.
    if (ts.isTypeParameterDeclaration(node)) return;
    const isField = ts.isPropertySignature(node) || ts.isPropertyDeclaration(node);
    if ((isField || ts.isMethodSignature(node) || ts.isMethodDeclaration(node)) && isShown(node)) {
      count += 1;
      const text = checker.getSymbolAtLocation(node.name)?.getDocumentationComment(checker);
      if (text?.length === 0) bare.push(nameOf(node));
    }
    // Tables for the type checker have names of the document as keys, such as `members.get`.
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

/** Returns false for a field of the type never, and for a field named like its type. */
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

test('editors show a text for every field and method of the packed declarations', () => {
  const { count, bare } = documentedFields();
  expect(bare).toEqual([]);
  expect(count).toBeGreaterThan(500);
});
