#!/usr/bin/env node
// Part of `pnpm generate`: writes the API report of the current package with API Extractor.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
} from '@microsoft/api-extractor';

const folder = process.cwd();
const repository = resolve(import.meta.dirname, '../../..');
const manifest: {
  exports: Record<string, string>;
  publishConfig: { exports: object };
} = JSON.parse(readFileSync('package.json', 'utf8'));
// Below the package, so that its dependencies are found, and outside of `node_modules`, where API Extractor treats
// everything as a dependency.
const work = mkdtempSync(join(folder, '.api-report-'));
try {
  const entries = Object.keys(manifest.publishConfig.exports).flatMap((path) => {
    const source = manifest.exports[path] ?? '';
    return source.endsWith('.ts') ? [{ name: path.slice(2) || 'index', source }] : [];
  });
  const tsconfig = writeDeclarations(entries.map(({ source }) => join(folder, source)));
  // One report for all entry points declares each type once.
  const lines = entries.map(({ name, source }) => {
    const path = relative(repository, join(folder, source)).replaceAll('\\', '/');
    return `export * as ${name} from './${path.replace(/ts$/, 'js')}';\n`;
  });
  writeFileSync(join(work, 'entries.d.ts'), lines.join(''));
  writeReport(tsconfig);
  cpSync(join(work, 'api-report.api.md'), join(folder, 'api-report.md'));
} finally {
  rmSync(work, { recursive: true });
}

/** Compiles the sources to declarations, and returns the compiler settings for reading them. */
function writeDeclarations(files: string[]): string {
  const tsconfig = join(work, 'tsconfig.json');
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    stripInternal: true,
    typeRoots: [join(folder, 'node_modules/@types')],
    rootDir: repository,
    outDir: work,
  };
  const settings = { extends: join(folder, 'tsconfig.json'), compilerOptions, files, include: [] };
  writeFileSync(tsconfig, JSON.stringify(settings));
  // `typecheck` checks the types.
  const compiler = join(import.meta.dirname, '../node_modules/.bin/tsc');
  execFileSync(compiler, ['--project', tsconfig, '--noCheck'], { stdio: 'inherit' });
  return tsconfig;
}

function writeReport(tsconfigFilePath: string): void {
  const silent = { default: { logLevel: ExtractorLogLevel.None } };
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: join(work, 'entries.d.ts'),
      newlineKind: 'lf',
      compiler: { tsconfigFilePath, skipLibCheck: true },
      apiReport: {
        enabled: true,
        reportFileName: 'api-report',
        reportFolder: work,
        reportTempFolder: join(work, 'temp'),
        includeForgottenExports: true,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: silent,
        extractorMessageReporting: silent,
        tsdocMessageReporting: silent,
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
  });
  Extractor.invoke(config, {
    localBuild: true,
    compilerState: CompilerState.create(config),
    messageCallback: (message) => {
      message.handled = true;
    },
  });
}
