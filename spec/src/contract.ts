import { readFileSync } from 'node:fs';
import { readDocument } from './document.ts';

const bundle = new URL('../dist/openapi.json', import.meta.url);

/** The contract as it was generated last. */
export const contract = readDocument(JSON.parse(readFileSync(bundle, 'utf8')));
