import { readFileSync } from 'node:fs';
import type { FastifyPluginAsync } from 'fastify';

// In the order of the cascade.
const styles = [
  'base',
  'buttons',
  'hero',
  'steps',
  'panels',
  'ratings',
  'report-form',
  'club',
  'events',
  'adaptive',
].map((name) => new URL(`./styles/${name}.css`, import.meta.url));

const files: Record<string, [type: string, ...locations: URL[]]> = {
  '/pages.css': ['text/css; charset=utf-8', ...styles],
  '/live.js': ['text/javascript; charset=utf-8', new URL('./live.js', import.meta.url)],
  '/icon.svg': ['image/svg+xml', new URL('./icon.svg', import.meta.url)],
};

/** The style sheet, the script and the icon of the pages. */
export const assets: FastifyPluginAsync = async (app) => {
  for (const [path, [type, ...locations]] of Object.entries(files)) {
    const content = locations.map((location) => readFileSync(location, 'utf8')).join('\n');
    app.get(path, async (_request, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(content),
    );
  }
};
