import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { freePort, type StartedProgram, startProgram } from '@partner-rating/processes';

/** The published document. */
export const bundle = fileURLToPath(import.meta.resolve('@partner-rating/spec/openapi.yaml'));

/**
 * Starts Prism in front of the service at the base address. Prism passes each request on, and
 * answers with its own error if the request or the answer does not match the published
 * document. Prism has the paths of the document at its root, without `/api/v1`.
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
 * Returns the path of Prism's program. Prism has its own workspace, so that only the tests that use it download it.
 *
 * @throws if it is not installed.
 */
export function prismProgram(): string {
  const require = createRequire(new URL('../cli/package.json', import.meta.url));
  try {
    return require.resolve('@stoplight/prism-cli');
  } catch (cause) {
    const message = 'Prism is missing. Run `npx -y pnpm@12 run provision` to install it.';
    throw new Error(message, { cause });
  }
}

/** Returns the version of Prism. */
export function prismVersion(): string {
  const manifest = new URL('../cli/package.json', import.meta.url);
  const { dependencies } = JSON.parse(readFileSync(manifest, 'utf8'));
  return dependencies['@stoplight/prism-cli'];
}

interface PrismProblem {
  type?: unknown;
  title?: string;
  detail?: string;
  validation?: object[];
}

const errorTypes = 'https://stoplight.io/prism/errors#';

/** Returns the error that Prism found in a request or its answer; null if the answer came from the service. */
export function prismError(body: string): string | null {
  if (!body.includes(errorTypes)) return null;
  const { type, title, detail, validation = [] } = JSON.parse(body) as PrismProblem;
  if (typeof type !== 'string' || !type.startsWith(errorTypes)) return null;
  return [`${title}: ${detail}`, ...validation.map((error) => JSON.stringify(error))].join('\n');
}
