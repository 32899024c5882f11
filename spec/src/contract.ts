import { readFileSync } from 'node:fs';
import { type DocumentReader, readDocument } from './document.ts';
import { ownNames } from './own-names.ts';

/** The contract as it was last generated. */
export const contract = readBundle('openapi');

/** The document of operators as it was last generated. */
export function readAdminContract(): DocumentReader {
  return readBundle('admin');
}

function readBundle(name: 'openapi' | 'admin'): DocumentReader {
  const bundle = new URL(`../dist/${name}.json`, import.meta.url);
  return readDocument(JSON.parse(readFileSync(bundle, 'utf8')));
}

/** The contract for our clients, without the names that clients of other services send. */
export const clientContract = ownNames(contract);
