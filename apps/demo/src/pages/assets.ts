import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  'events',
  'adaptive',
];

const files = {
  '/pages.css': [
    'text/css; charset=utf-8',
    styles.map((name) => read(`styles/${name}.css`)).join('\n'),
  ],
  '/live.js': ['text/javascript; charset=utf-8', read('live.js')],
  '/icon.svg': ['image/svg+xml', read('icon.svg')],
} as const;

function read(name: string): string {
  return readFileSync(join(import.meta.dirname, name), 'utf8');
}

/** The style sheet, the script and the icon of the pages. */
export const assets: FastifyPluginAsync = async (app) => {
  for (const [path, [type, content]] of Object.entries(files)) {
    app.get(path, async (_request, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(content),
    );
  }
};
