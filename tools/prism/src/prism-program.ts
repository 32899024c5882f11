import { createRequire } from 'node:module';

/**
 * The path of Prism's program, which is installed apart from the workspace, so that only who judges by it downloads it.
 *
 * @throws where it is not installed.
 */
export function prismProgram(): string {
  const require = createRequire(new URL('../cli/package.json', import.meta.url));
  try {
    return require.resolve('@stoplight/prism-cli');
  } catch (cause) {
    const message = 'There is no Prism. `npx -y pnpm@12 run provision` installs it.';
    throw new Error(message, { cause });
  }
}
