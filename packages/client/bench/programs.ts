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

/**
 * The limit of each in bytes, with each bundler and from the built package. Within them the clearest code wins.
 */
export const sizeLimits: Record<ProgramName, number> = {
  'one operation, with errors, timeout and retries': 3_000,
  // With its idempotency key, and the limit of its body.
  'one operation that writes': 3_200,
  'the whole client: every operation': 8_000,
  'the whole entry: its helpers as well': 9_500,
};

/** What an application imports of the client that hey-api generates: one operation, or all of them. */
export function heyApiProgram(folder: string, operations: '{ membersGet }' | '*'): string {
  return [
    `export { createClient, createConfig } from '${folder}/client/index.ts';`,
    `export ${operations} from '${folder}/sdk.gen.ts';`,
  ].join('\n');
}
