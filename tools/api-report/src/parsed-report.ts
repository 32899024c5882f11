import ts from 'typescript';

/** An API report, taken apart. */
export interface ParsedReport {
  /** The import specifier of each entry, by the namespace that lists what it exports. */
  entries: Map<string, string>;
  /** What a namespace exports: the name of each declaration, by the name it is exported under. */
  namespaces: Map<string, Map<string, string>>;
  /** Every declaration, by its name; overloads stand together. */
  declarations: Map<string, ts.Statement[]>;
  imports: ts.Statement[];
}

/**
 * Takes apart a report that `apiReport` wrote.
 *
 * @throws where it is none.
 */
export function parseReport(report: string): ParsedReport {
  const [, code] = /\n```ts\n(.*?)\n```/s.exec(report) ?? [];
  const entries = new Map(
    [...report.matchAll(/^- `(\w+)` is `(.+?)`$/gm)].map(([, name = '', path = '']) => [
      name,
      path,
    ]),
  );
  if (code === undefined || entries.size === 0) {
    throw new Error('This is no API report. Run `npx -y pnpm@12 generate`.');
  }
  const parsed: ParsedReport = {
    entries,
    namespaces: new Map(),
    declarations: new Map(),
    imports: [],
  };
  for (const statement of sourceOf(code).statements) {
    if (ts.isModuleDeclaration(statement)) {
      parsed.namespaces.set(statement.name.text, exportsOf(statement));
    } else if (ts.isImportDeclaration(statement)) {
      parsed.imports.push(statement);
    }
    for (const name of namesOf(statement)) {
      parsed.declarations.set(name, [...(parsed.declarations.get(name) ?? []), statement]);
    }
  }
  return parsed;
}

function sourceOf(code: string): ts.SourceFile {
  return ts.createSourceFile('report.d.ts', code, ts.ScriptTarget.Latest, true);
}

function exportsOf({ body }: ts.ModuleDeclaration): Map<string, string> {
  const names = new Map<string, string>();
  for (const statement of body && ts.isModuleBlock(body) ? body.statements : []) {
    const clause = ts.isExportDeclaration(statement) ? statement.exportClause : undefined;
    for (const { name, propertyName } of clause && ts.isNamedExports(clause)
      ? clause.elements
      : []) {
      names.set(name.text, (propertyName ?? name).text);
    }
  }
  return names;
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const isNamed =
    ts.isClassDeclaration(statement) ||
    ts.isFunctionDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}

/** What can be imported, as `specifier name` or `specifier namespace.name`, with its declaration. */
export function publicNames({ entries, namespaces }: ParsedReport): Map<string, string> {
  const found = new Map<string, string>();
  const add = (namespace: string, prefix: string): void => {
    for (const [name, declaration] of namespaces.get(namespace) ?? []) {
      if (namespaces.has(declaration)) add(declaration, `${prefix}${name}.`);
      else found.set(prefix + name, declaration);
    }
  };
  for (const [name, specifier] of entries) add(name, `${specifier} `);
  return found;
}
