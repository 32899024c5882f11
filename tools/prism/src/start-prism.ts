import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { freePort, type StartedProgram, startProgram } from '@partner-rating/processes';

/** The published document. */
export const bundle = fileURLToPath(import.meta.resolve('@partner-rating/spec/openapi.yaml'));

/**
 * Starts Prism in front of a service: it passes each request on to what is at the base address, and
 * answers with a fault of its own where the request or the answer is not as the published document
 * has it. Prism has the paths of the document at its root, without `/api/v1`.
 */
export async function startPrism(baseUrl: string): Promise<StartedProgram> {
  return await startPrismWith(['proxy', '--errors', bundle, baseUrl]);
}

/** Starts Prism as a mock, which answers with the examples of the published document. */
export async function startPrismMock(): Promise<StartedProgram> {
  return await startPrismWith(['mock', bundle]);
}

async function startPrismWith([command = '', ...words]: string[]): Promise<StartedProgram> {
  const port = await freePort();
  const address = ['--host=127.0.0.1', `--port=${port}`];
  const environment = { NODE_OPTIONS: `--import=${import.meta.resolve('./patient-server.ts')}` };
  return await startProgram(prismProgram(), [command, ...address, ...words], port, environment);
}

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
