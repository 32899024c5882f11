import { readFileSync } from 'node:fs';
import { readDocument } from './document.ts';
import { ownNames } from './own-names.ts';

const bundle = new URL('../dist/openapi.json', import.meta.url);

/** The contract as it was generated last. */
export const contract = readDocument(JSON.parse(readFileSync(bundle, 'utf8')));

/** The contract as its clients have it, without the names that clients of other services send. */
export const clientContract = ownNames(contract);
