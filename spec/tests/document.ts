import { fileURLToPath } from 'node:url';
import { bundleFile } from '../scripts/bundle.ts';

export interface Reference {
  $ref: string;
}

export interface WithContent {
  content?: Record<string, { examples?: Record<string, Reference> }>;
}

export interface Operation {
  operationId: string;
  requestBody?: WithContent | Reference;
  responses: Record<string, WithContent | Reference>;
}

/** As much of the document as the tests look into. */
interface ContractDocument {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, object>>;
}

/** The folder of the contract, with a slash at its end. */
export const folder = fileURLToPath(new URL('..', import.meta.url));

/** The contract as its source files have it now, in one document. */
export const bundle = await bundleFile(`${folder}openapi.yaml`);

export const document = bundle.document as unknown as ContractDocument;
