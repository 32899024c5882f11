// Builds the site. `--base` is the path it is published below, `--out` the directory to build.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildSite } from './build-site.ts';

const { values } = parseArgs({
  options: {
    base: { type: 'string', default: '/docs/' },
    out: { type: 'string', default: fileURLToPath(new URL('../dist', import.meta.url)) },
  },
});

await buildSite(resolve(values.out), values.base);
