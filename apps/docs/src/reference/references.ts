import { contract, readAdminContract } from '@partner-rating/spec/contract';
import type { DocumentReader, Operation } from '@partner-rating/spec/document';
import { type ReferencePage, referencePages } from '../site.ts';
import { type CodeSample, codeSamples } from './code-samples.ts';
import { curlExample } from './curl-example.ts';

/** A document whose reference is on the site. */
export interface ReferenceDocument extends ReferencePage {
  reader: DocumentReader;
  /** Returns who may call an operation, as a line of Markdown; empty if anybody may. */
  accessTo: (operation: Operation) => string;
  /** Returns the call of the operation in our client or our command line, as Markdown; empty if there is none. */
  callOf: (operation: Operation) => string;
  samplesOf: (operation: Operation) => CodeSample[];
}

export const partnerReference: ReferenceDocument = {
  ...referencePages.partners,
  reader: contract,
  accessTo: ({ requiredScopes }) => {
    const names = [...requiredScopes.key, ...requiredScopes.user].map((name) => `\`${name}\``);
    return names.length === 0 ? '' : `Scopes: ${names.join(', ')}`;
  },
  callOf: ({ id, isCalled }) => (isCalled ? `\`client.${id}()\` in the [SDK](/docs/sdk)` : ''),
  samplesOf: codeSamples,
};

const ADMIN_BASE_URL = 'http://localhost:3001/api/admin/v1';

const admin = readAdminContract();

const operatorReference: ReferenceDocument = {
  ...referencePages.operators,
  reader: admin,
  accessTo: ({ requiredScopes: { user } }) => `Role: ${user.map((role) => `\`${role}\``)}`,
  callOf: ({ method, path }) => {
    const item = admin.document.paths[path] as Record<string, Record<string, unknown>>;
    const command = item[method.toLowerCase()]?.['x-command'];
    return command === undefined ? '' : `\`operator ${command}\` on the command line`;
  },
  samplesOf: (operation) => [
    { label: 'curl', source: curlExample(admin, operation, ADMIN_BASE_URL) },
  ],
};

export const references: readonly ReferenceDocument[] = [partnerReference, operatorReference];
