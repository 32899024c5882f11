import { readFileSync } from 'node:fs';
import type { FastifyPluginAsync } from 'fastify';

const files = {
  '/pages.css': ['text/css; charset=utf-8', new URL('./pages.css', import.meta.url)],
  '/live.js': ['text/javascript; charset=utf-8', new URL('./live.js', import.meta.url)],
  '/icon.svg': ['image/svg+xml', new URL('./icon.svg', import.meta.url)],
} as const;

/** The style sheet, the script and the icon of the pages. */
export const assets: FastifyPluginAsync = async (app) => {
  for (const [path, [type, location]] of Object.entries(files)) {
    const content = readFileSync(location);
    app.get(path, async (_request, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(content),
    );
  }
};
