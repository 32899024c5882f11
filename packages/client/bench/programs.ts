import { readDocument } from '@partner-rating/spec/document';
import document from '@partner-rating/spec/openapi.json' with { type: 'json' };

/** What an application imports of this package, as far as its size is measured. */
export const programs = {
  'one operation, with errors, timeout and retries':
    "export { createSend, membersGet } from '/src/operations/index.ts';",
  'one operation that writes':
    "export { createSend, matchesSubmit } from '/src/operations/index.ts';",
  'the whole client: every operation': "export { PartnerRatingClient } from '/src/index.ts';",
  'the whole entry: its helpers as well': "export * from '/src/index.ts';",
} as const;

/** A program whose size is measured. */
export type ProgramName = keyof typeof programs;

// An operation is a line of the whole client, and may be added without asking anybody.
const bytesOfOperation = 24;
const operationCount = readDocument(document).operations().length;

const wholeClient = 5_290 + bytesOfOperation * operationCount;

/**
 * What each may have, in bytes, with each bundler and from the built package. A change that needs more says in its changeset what a partner gets
 * for them.
 */
export const sizeLimits: Record<ProgramName, number> = {
  'one operation, with errors, timeout and retries': 2_500,
  'one operation that writes': 2_660,
  'the whole client: every operation': wholeClient,
  'the whole entry: its helpers as well': wholeClient + 1_210,
};

/** What an application imports of the client that hey-api generates: one operation, or all of them. */
export function heyApiProgram(folder: string, operations: '{ membersGet }' | '*'): string {
  return [
    `export { createClient, createConfig } from '${folder}/client/index.ts';`,
    `export ${operations} from '${folder}/sdk.gen.ts';`,
  ].join('\n');
}
