import { fileURLToPath } from 'node:url';
import { bundleFile } from '../scripts/bundle.ts';
import { readDocument } from '../src/document.ts';

/** The folder of the contract, with a slash at its end. */
export const folder = fileURLToPath(new URL('..', import.meta.url));

/** The contract as its source files have it now, in one document. */
export const bundle = await bundleFile(`${folder}openapi.yaml`);

export const contract = readDocument(bundle.document);
