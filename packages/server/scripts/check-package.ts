/**
 * Packs the package as it would be published and checks the tarball: what it holds, that its types
 * fit its code for importers and requirers alike, and that both forms of the code serve.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';

type Package = typeof import('../src/index.ts');

const folder = mkdtempSync(join(tmpdir(), 'packed-'));
try {
  // The build runs this; without scripts, packing does not build again.
  run('pnpm', ['pack', '--ignore-scripts', '--pack-destination', folder]);
  const [name = ''] = readdirSync(folder);
  const tarball = join(folder, name);
  run('publint', ['run', tarball, '--strict']);
  run('attw', [tarball]);
} finally {
  rmSync(folder, { recursive: true });
}
await serve(await import(new URL('../dist/index.mjs', import.meta.url).href));
await serve(createRequire(import.meta.url)('../dist/index.cjs'));

function run(command: string, parameters: string[]): void {
  execFileSync(command, parameters, { stdio: 'inherit' });
}

async function serve(built: Package): Promise<void> {
  const { fastifyOptions, operations, partnerRatingServer, ProblemError } = built;
  const problemTypeBase = 'http://localhost/docs/errors/';
  const refuse = (): never => {
    throw new ProblemError('unavailable');
  };
  const app = fastify(fastifyOptions({ problemTypeBase }));
  await app.register(partnerRatingServer, {
    handlers: Object.fromEntries(operations.map(({ id }) => [id, refuse])) as never,
    authenticate: { ApiKey: refuse, AccessToken: refuse, ClientBasic: refuse },
    problemTypeBase,
  });
  const response = await app.inject({ url: '/partner/oauth/scopes' });
  await app.close();
  if (response.statusCode !== 503) {
    throw new Error(`The built package should answer 503 and answers ${response.body}`);
  }
}
