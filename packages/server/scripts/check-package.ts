import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { checkPackage } from '@partner-rating/packaging';
import { fastify } from 'fastify';

type Package = typeof import('../src/index.ts');

await checkPackage(dirname(import.meta.dirname), {
  use: async ({ folder }) => {
    await serve(await import(join(folder, 'dist/index.mjs')));
    await serve(createRequire(import.meta.url)(join(folder, 'dist/index.cjs')));
  },
});

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
