import { createRequire } from 'node:module';

// The binaries have their own workspace, so that `start` does not download them.
const require = createRequire(new URL('../binaries/package.json', import.meta.url));

/**
 * Returns the path of a program in an npm package for Linux on x64, or of the program that an
 * environment variable names.
 */
export function binary(path: string, variable: string): string {
  const named = process.env[variable];
  if (named) return named;
  try {
    return require.resolve(path);
  } catch (cause) {
    const message =
      `${path} is missing. On Linux with x64, \`npx -y pnpm@12 run provision\` installs it. ` +
      `On other systems, set ${variable} to the program.`;
    throw new Error(message, { cause });
  }
}
