import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
  engines: { node: string };
};

/** Of the package that this is part of. */
export const { version } = manifest;

/** The oldest version of Node that it runs on. */
export const oldestNode = manifest.engines.node.replace('>=', '');
