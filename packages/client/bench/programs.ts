/** The programs whose size is measured: imports of an application. */
export const programs = {
  'one operation, with errors, timeout and retries':
    "export { createSend, membersGet } from '/src/operations/index.ts';",
  'one operation that writes':
    "export { createSend, matchesSubmit } from '/src/operations/index.ts';",
  'the whole client: every operation': "export { PartnerRatingClient } from '/src/index.ts';",
  'the whole entry: its helpers as well': "export * from '/src/index.ts';",
} as const;

/** The name of a program. */
export type ProgramName = keyof typeof programs;

/**
 * The limit of each program in bytes, for each bundler and the built package. Below it, prefer the clearest code.
 */
export const sizeLimits: Record<ProgramName, number> = {
  'one operation, with errors, timeout and retries': 3_000,
  // Includes the idempotency key and the limit of the body.
  'one operation that writes': 3_200,
  'the whole client: every operation': 8_000,
  'the whole entry: its helpers as well': 9_500,
};

/** Returns the imports of an application that uses hey-api's client: one operation, or all operations. */
export function heyApiProgram(folder: string, operations: '{ membersGet }' | '*'): string {
  return [
    `export { createClient, createConfig } from '${folder}/client/index.ts';`,
    `export ${operations} from '${folder}/sdk.gen.ts';`,
  ].join('\n');
}
