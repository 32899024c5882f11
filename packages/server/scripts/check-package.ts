import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { checkPackage } from '@partner-rating/packaging';
import { fastify } from 'fastify';

type Core = typeof import('../src/index.ts');
type Fastify = typeof import('../src/fastify/index.ts');

await checkPackage(dirname(import.meta.dirname), {
  use: async ({ folder }) => {
    const require = createRequire(import.meta.url);
    const file = (name: string) => join(folder, 'dist', name);
    await serve(await import(file('index.mjs')), await import(file('fastify.mjs')));
    await serve(require(file('index.cjs')), require(file('fastify.cjs')));
  },
});

async function serve(core: Core, adapter: Fastify): Promise<void> {
  const { operations, ProblemError } = core;
  const { fastifyOptions, partnerRatingServer } = adapter;
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
