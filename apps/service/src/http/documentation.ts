import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';

const site = fileURLToPath(new URL('../../../docs/dist/', import.meta.url));

/** The contract at `/openapi.json` and `/openapi.yaml`, and the built reference at `/docs`. */
export const documentation: FastifyPluginAsync = async (app) => {
  const documents = {
    '/openapi.json': 'application/json; charset=utf-8',
    '/openapi.yaml': 'application/yaml; charset=utf-8',
  };
  for (const [path, type] of Object.entries(documents)) {
    const location = fileURLToPath(import.meta.resolve(`@partner-rating/spec${path}`));
    const document = readFileSync(location);
    app.get(path, async (_request, reply) => reply.type(type).send(document));
  }

  if (existsSync(site)) {
    await app.register(fastifyStatic, {
      root: site,
      prefix: '/docs/',
      redirect: false,
      extensions: ['html'],
    });
    app.get('/docs', async (_request, reply) => reply.redirect('/docs/', 301));
  } else {
    app.get('/docs', async (_request, reply) =>
      reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .send('The reference is not built. Run `npx -y pnpm@12 build`.\n'),
    );
  }
};
