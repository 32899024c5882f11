/** A package.json, as far as its entry points go. */
interface Manifest {
  name: string;
  exports?: { [path: string]: string | { [condition: string]: unknown } };
}

/**
 * A program that loads every entry point of the packages: code as ES module, and as CommonJS where
 * it is offered; of anything else it looks whether the file or the folder is there.
 */
export function loadingProgram(manifests: readonly Manifest[]): string {
  const lines = manifests.flatMap(({ name, exports = {} }) =>
    Object.entries(exports).flatMap(([path, target]) => {
      if (path.endsWith('/*')) {
        const inside = JSON.stringify(name + path.slice(1, -1).concat('any'));
        return [`accessSync(new URL('.', import.meta.resolve(${inside})));`];
      }
      const specifier = JSON.stringify(name + path.slice(1));
      if (typeof target === 'string' && !/\.[cm]?js$/.test(target)) {
        return [`accessSync(new URL(import.meta.resolve(${specifier})));`];
      }
      const lines = [`await import(${specifier});`];
      if (typeof target === 'object' && 'require' in target) lines.push(`require(${specifier});`);
      return lines;
    }),
  );
  return [
    "import { accessSync } from 'node:fs';",
    "import { createRequire } from 'node:module';",
    'const require = createRequire(import.meta.url);',
    ...lines,
    '',
  ].join('\n');
}
