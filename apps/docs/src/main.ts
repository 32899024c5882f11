// Builds the site for the service into `dist`.
import { fileURLToPath } from 'node:url';
import { buildSite } from './build-site.ts';

await buildSite(fileURLToPath(new URL('../dist', import.meta.url)));
