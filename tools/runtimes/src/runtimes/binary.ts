import { createRequire } from 'node:module';

// They are installed apart from the workspace, so that only this proof downloads them.
const require = createRequire(new URL('../../binaries/package.json', import.meta.url));

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
    const message =
      `There is no ${path}. \`npx -y pnpm@12 run provision\` installs it on Linux with x64; ` +
      `elsewhere set ${variable} to the program.`;
    throw new Error(message, { cause });
  }
}
