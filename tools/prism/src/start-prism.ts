import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { freePort, type StartedProgram, startProgram } from '@partner-rating/processes';

const bundle = fileURLToPath(import.meta.resolve('@partner-rating/spec/openapi.yaml'));

/**
 * Starts Prism in front of a service: it passes each request on to what is at the base address, and
 * answers with a fault of its own where the request or the answer is not as the published document
 * has it. Prism has the paths of the document at its root, without `/api/v1`.
 */
export async function startPrism(baseUrl: string): Promise<StartedProgram> {
  const port = await freePort();
  const words = ['proxy', '--errors', '--host=127.0.0.1', `--port=${port}`, bundle, baseUrl];
  const environment = { NODE_OPTIONS: `--import=${import.meta.resolve('./patient-server.ts')}` };
  return await startProgram(prismProgram(), words, port, environment);
}

// It is installed apart from the workspace, so that only who judges by it downloads it.
function prismProgram(): string {
  const require = createRequire(new URL('../cli/package.json', import.meta.url));
  try {
    return require.resolve('@stoplight/prism-cli');
  } catch (cause) {
    const message = 'There is no Prism. `npx -y pnpm@12 run provision` installs it.';
    throw new Error(message, { cause });
  }
}
