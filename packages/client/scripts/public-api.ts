/** What the package offers, as the TypeScript compiler reads it from the source. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** Something the package offers. */
export interface ApiSymbol {
  name: string;
  kind: 'class' | 'function' | 'constant' | 'type' | 'method' | 'property';
  /** What a function takes and gives, and what type anything else has; as the source has it. */
  signature: string;
  /** Where it is declared, from the folder of the package. */
  file: string;
  /** The doc comment without its tags. */
  documentation: string;
  throws: string[];
  examples: string[];
  /** Of a class or an interface, in the order of the source. */
  members: ApiSymbol[];
}

/** Where something may be imported from, and what. */
export interface Entry {
  /** Such as `@partner-rating/client/webhooks`. */
  name: string;
  exports: ApiSymbol[];
  /** The classes that are no exports, but the types of public properties of some. */
  reachable: ApiSymbol[];
}

const packageFolder = fileURLToPath(new URL('..', import.meta.url));

/** The source files of the entries, by what is imported. */
export function entryFiles(): Record<string, string> {
  const { name, exports } = JSON.parse(readFileSync(`${packageFolder}package.json`, 'utf8'));
  const files = Object.entries<string>(exports).filter(([, file]) => file.endsWith('.ts'));
  return Object.fromEntries(
    files.map(([path, file]) => [name + path.slice(1), packageFolder + file.slice(2)]),
  );
}

/** The options the package is compiled with. */
export function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(`${packageFolder}tsconfig.json`, ts.sys.readFile);
  return ts.parseJsonConfigFileContent(config, ts.sys, packageFolder).options;
}

/** A program of the entries. */
export function createPackageProgram(changes: ts.CompilerOptions = {}): ts.Program {
  return ts.createProgram(Object.values(entryFiles()), { ...compilerOptions(), ...changes });
}

/** What every entry offers. */
export function publicApi(program: ts.Program): Entry[] {
  const checker = program.getTypeChecker();
  return Object.entries(entryFiles()).map(([name, file]) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`${file} exports nothing.`);
    const symbols = checker.getExportsOfModule(module).map((symbol) => target(checker, symbol));
    const classes = new Set(symbols.flatMap((symbol) => classesOfProperties(checker, symbol)));
    const reachable = [...classes].filter((symbol) => !symbols.includes(symbol));
    return {
      name,
      exports: symbols.map((symbol) => readSymbol(checker, symbol)),
      reachable: reachable.map((symbol) => readSymbol(checker, symbol)),
    };
  });
}

function target(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function classesOfProperties(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol[] {
  return publicMembers(checker, symbol).flatMap((member) => {
    const type = checker.getTypeOfSymbol(member).symbol;
    const isOwnClass = type && type.flags & ts.SymbolFlags.Class && fileOf(type).startsWith('src/');
    return isOwnClass ? [type] : [];
  });
}

function publicMembers(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol[] {
  if (!(symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface))) return [];
  return checker
    .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
    .filter(
      (member) =>
        symbol.declarations?.includes(declarationOf(member).parent as ts.Declaration) &&
        !member.name.startsWith('#') &&
        !member.getJsDocTags().some(({ name }) => name === 'internal'),
    );
}

function readSymbol(checker: ts.TypeChecker, symbol: ts.Symbol): ApiSymbol {
  const tags = symbol.getJsDocTags(checker);
  const texts = (name: string) =>
    tags.filter((tag) => tag.name === name).map(({ text }) => ts.displayPartsToString(text).trim());
  return {
    name: ts.getNameOfDeclaration(declarationOf(symbol))?.getText() ?? symbol.name,
    kind: kindOf(symbol),
    signature: signatureOf(overloads(symbol).at(-1) ?? declarationOf(symbol)),
    file: fileOf(symbol),
    documentation: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
    throws: texts('throws'),
    examples: texts('example'),
    members: publicMembers(checker, symbol).map((member) => readSymbol(checker, member)),
  };
}

function kindOf({ flags }: ts.Symbol): ApiSymbol['kind'] {
  if (flags & ts.SymbolFlags.Class) return 'class';
  if (flags & ts.SymbolFlags.Function) return 'function';
  if (flags & ts.SymbolFlags.Method) return 'method';
  if (flags & (ts.SymbolFlags.Property | ts.SymbolFlags.Accessor)) return 'property';
  return flags & ts.SymbolFlags.Variable ? 'constant' : 'type';
}

/** The last one takes the most; the implementation is none. */
function overloads({ declarations = [] }: ts.Symbol): ts.Declaration[] {
  return declarations.filter((one) => ts.isFunctionDeclaration(one) && !one.body);
}

function signatureOf(declaration: ts.Declaration): string {
  const typed =
    ts.isPropertyDeclaration(declaration) && declaration.initializer && !declaration.type
      ? declaration.initializer
      : declaration;
  if (!ts.isFunctionLike(typed)) {
    const { type } = declaration as { type?: ts.TypeNode };
    return written(type?.getText() ?? '', declaration);
  }
  const generics = typed.typeParameters?.map((parameter) => parameter.getText()).join(', ');
  const parameters = typed.parameters.map(parameterOf).join(', ');
  const code = `${generics ? `<${generics}>` : ''}(${parameters}): ${typed.type?.getText() ?? ''}`;
  return written(code, declaration);
}

/** A destructured parameter has no name of its own. */
function parameterOf(parameter: ts.ParameterDeclaration): string {
  if (ts.isIdentifier(parameter.name)) return parameter.getText();
  return `options${parameter.initializer ? '?' : ''}: ${parameter.type?.getText()}`;
}

/** Code in one line, with the names that users know in place of those it was imported under. */
function written(code: string, declaration: ts.Declaration): string {
  const imports = declaration.getSourceFile().statements.filter(ts.isImportDeclaration);
  const renamed = imports.flatMap(({ importClause }) => {
    const bindings = importClause?.namedBindings;
    return bindings && ts.isNamedImports(bindings) ? [...bindings.elements] : [];
  });
  let text = code.replace(/\s+/g, ' ');
  for (const { name, propertyName } of renamed) {
    if (propertyName)
      text = text.replaceAll(new RegExp(`\\b${name.text}\\b`, 'g'), propertyName.text);
  }
  return text;
}

function declarationOf(symbol: ts.Symbol): ts.Declaration {
  const [declaration] = symbol.declarations ?? [];
  if (!declaration) throw new Error(`${symbol.name} is declared nowhere.`);
  return declaration;
}

function fileOf(symbol: ts.Symbol): string {
  return declarationOf(symbol).getSourceFile().fileName.replace(packageFolder, '');
}
