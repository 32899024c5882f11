import { fileURLToPath } from 'node:url';
import { bundleFile } from '../scripts/bundle.ts';
import { readDocument } from '../src/document.ts';

/** The folder of the contract, with a slash at its end. */
export const folder = fileURLToPath(new URL('..', import.meta.url));

/** The contract, bundled from its present source files. */
export const bundle = await bundleFile(`${folder}openapi.yaml`);

export const contract = readDocument(bundle.document);
