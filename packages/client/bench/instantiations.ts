import { join } from 'node:path';
import ts from 'typescript';

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: [],
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.esnext.disposable.d.ts'],
};

/**
 * Returns how many more types the compiler instantiates for a program than for an empty program.
 *
 * @throws Error if the program does not compile.
 */
export function instantiations(folder: string, program: string): number {
  return check(folder, program) - check(folder, 'export {};');
}

function check(folder: string, code: string): number {
  const file = join(folder, 'program.mts');
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.readFile = (name) => (name === file ? code : readFile(name));
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, code, options.target ?? ts.ScriptTarget.Latest)
      : getSourceFile(name, ...rest);
  const program = ts.createProgram([file], options, host);
  const [error] = ts.getPreEmitDiagnostics(program);
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'));
  return program.getInstantiationCount();
}
