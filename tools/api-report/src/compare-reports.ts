import { join } from 'node:path';
import ts from 'typescript';
import { appliedName, codeOf, comparableCode, typeParametersOf } from './comparable.ts';
import type { Direction } from './contract-directions.ts';
import { directions, isValue } from './directions.ts';
import { type ParsedReport, parseReport, publicNames } from './parsed-report.ts';

/** The report of a package as it was released, and as it is now. */
export interface ReportPair {
  /** The folder of the package, from which what the reports import is found. */
  folder: string;
  released: string;
  current: string;
}

/** A difference between two reports. */
export interface ApiChange {
  /** What can be imported, as `specifier name`; of what cannot, the name alone. */
  name: string;
  kind: 'added' | 'removed' | 'changed';
  /** Whether a program that compiles with the released package may not with this one. */
  isBreaking: boolean;
  /** The lines that went and came, of what changed. */
  lines: string[];
}

/**
 * What changed between the two reports of each pair, in the order of the pairs.
 *
 * An export that is gone breaks its users. For one that changed the compiler says whether it still fits: a
 * value, and a type whose values come out, must do for what they were; a type whose values go in must take what
 * it took. A type that no function, class or constant refers to must do both.
 */
export function compareReports(pairs: readonly ReportPair[]): ApiChange[][] {
  const known = new Map<string, Side>();
  const sideOf = (folder: string, text: string): Side => {
    const side =
      known.get(folder + text) ?? readSide(text, join(folder, `report-${known.size}.d.ts`));
    known.set(folder + text, side);
    return side;
  };
  const sides = pairs.map(({ folder, released, current }) => ({
    released: sideOf(folder, released),
    current: sideOf(folder, current),
  }));
  let made: Checker | undefined;
  // The compiler takes seconds, and an export that came or went needs none of it.
  const checker = () => {
    made ??= programOf(new Map([...known.values()].map(({ file, code }) => [file, code])));
    return made;
  };
  return sides.map(({ released, current }) => [
    ...changedExports(released, current),
    ...changedDeclarations(released, current, checker),
  ]);
}

interface Side {
  report: ParsedReport;
  file: string;
  code: string;
}

function readSide(text: string, file: string): Side {
  const report = parseReport(text);
  return { report, file, code: comparableCode(report) };
}

function changedExports(released: Side, current: Side): ApiChange[] {
  const before = publicNames(released.report);
  const after = publicNames(current.report);
  const removed = [...before.keys()].filter((name) => !after.has(name));
  const added = [...after.keys()].filter((name) => !before.has(name));
  return [
    ...removed.map((name) => ({ name, kind: 'removed' as const, isBreaking: true, lines: [] })),
    ...added.map((name) => ({ name, kind: 'added' as const, isBreaking: false, lines: [] })),
  ];
}

function changedDeclarations(released: Side, current: Side, checker: () => Checker): ApiChange[] {
  const ways = directions(released.report);
  const exported = publicNames(current.report);
  return [...released.report.declarations].flatMap(([name, before]) => {
    const after = current.report.declarations.get(name);
    if (after === undefined) return [];
    const [from, to] = [codeOf(before), codeOf(after)];
    if (from === to) return [];
    const members = memberNames(after);
    const isFitting =
      parametersOf(before) === parametersOf(after) &&
      [...memberNames(before)].every((member) => members.has(member)) &&
      [...sidesOf(before[0], ways.get(name))].every(([kind, way]) => {
        const { type, fits } = checker();
        const old = type(released.file, name, kind);
        const now = type(current.file, name, kind);
        return way === 'out' ? fits(now, old) : fits(old, now);
      });
    const [first = name] = [...exported].flatMap(([key, local]) => (local === name ? [key] : []));
    const lines = differingLines(from, to);
    return [{ name: first, kind: 'changed' as const, isBreaking: !isFitting, lines }];
  });
}

type Kind = 'value' | 'type';

/** What must fit of a declaration, and which way. */
function sidesOf(
  statement: ts.Statement | undefined,
  ways: ReadonlySet<Direction> = new Set(['in', 'out']),
): [kind: Kind, way: Direction][] {
  if (statement === undefined) return [];
  // An object of a class that is handed in was made by the class.
  if (ts.isClassDeclaration(statement))
    return [
      ['value', 'out'],
      ['type', 'out'],
    ];
  return isValue(statement) ? [['value', 'out']] : [...ways].map((way) => ['type', way]);
}

function parametersOf(statements: readonly ts.Statement[]): string {
  return statements
    .flatMap(typeParametersOf)
    .map((one) => one.getText())
    .join();
}

/** The members of a declaration and of the objects inside it, by path. The compiler passes over an optional one that went. */
function memberNames(statements: readonly ts.Statement[]): Set<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node, path: string): void => {
    const isMember = ts.isTypeElement(node) || ts.isClassElement(node);
    const inside = isMember && node.name ? `${path}.${node.name.getText()}` : path;
    found.add(inside);
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  for (const statement of statements) visit(statement, '');
  return found;
}

interface Checker {
  type: (file: string, name: string, kind: Kind) => ts.Type;
  fits: (source: ts.Type, target: ts.Type) => boolean;
}

function programOf(code: ReadonlyMap<string, string>): Checker {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2024,
    lib: ['lib.es2024.d.ts', 'lib.esnext.disposable.d.ts'],
    types: ['node'],
    typeRoots: [join(import.meta.dirname, '../node_modules/@types')],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (file) => code.has(file) || fileExists(file);
  host.readFile = (file) => code.get(file) ?? readFile(file);
  host.getSourceFile = (file, version, ...rest) => {
    const text = code.get(file);
    return text === undefined
      ? getSourceFile(file, version, ...rest)
      : ts.createSourceFile(file, text, version, true);
  };
  const program = ts.createProgram([...code.keys()], options, host);
  const checker = program.getTypeChecker();
  const exportsOf = (file: string) => {
    const source = program.getSourceFile(file);
    const symbol = source && checker.getSymbolAtLocation(source);
    return new Map(
      (symbol ? checker.getExportsOfModule(symbol) : []).map((one) => [one.name, one]),
    );
  };
  const symbols = new Map([...code.keys()].map((file) => [file, exportsOf(file)]));
  return {
    type: (file, name, kind) => {
      const names = symbols.get(file);
      const symbol =
        (kind === 'type' ? names?.get(appliedName(name)) : undefined) ?? names?.get(name);
      if (symbol === undefined) throw new Error(`${file} declares no ${name}.`);
      return kind === 'type'
        ? checker.getDeclaredTypeOfSymbol(symbol)
        : checker.getTypeOfSymbol(symbol);
    },
    fits: (source, target) => {
      // A list that is there when a program runs may grow.
      if (checker.isTupleType(source) && checker.isTupleType(target)) {
        const [from, to] = [source, target].map((tuple) => tuple.getNumberIndexType());
        return from !== undefined && to !== undefined && checker.isTypeAssignableTo(to, from);
      }
      return checker.isTypeAssignableTo(source, target);
    },
  };
}

function differingLines(from: string, to: string): string[] {
  const [before, after] = [from, to].map((code) => code.split('\n').map((line) => line.trim()));
  return [
    ...(before ?? []).filter((line) => !after?.includes(line)).map((line) => `- ${line}`),
    ...(after ?? []).filter((line) => !before?.includes(line)).map((line) => `+ ${line}`),
  ];
}
