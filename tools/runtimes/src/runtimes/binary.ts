import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * A program out of an npm package that is made for Linux on x64, or the one a variable of the
 * environment names.
 */
export function binary(path: string, variable: string): string {
  const named = process.env[variable];
  if (named) return named;
  try {
    return require.resolve(path);
  } catch (cause) {
    throw new Error(
      `There is no ${path}: npm has it for Linux on x64. Elsewhere set ${variable} to the program.`,
      { cause },
    );
  }
}
