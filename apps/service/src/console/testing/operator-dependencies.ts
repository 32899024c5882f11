import { readConfiguration } from '../../platform/configuration/configuration.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { createTestDatabase, type DatabaseKind } from '../../testing/test-database.ts';
import { testSecretsKey } from '../../testing/test-service.ts';

/** When the operator of a test types. */
export const typedAt = new Date('2026-09-12T18:00:00Z');

/** What the operator's commands work on in a test: an empty database of its own. */
export async function operatorDependencies({
  kind = 'postgres',
  clock = () => typedAt,
  environment = {},
}: {
  kind?: DatabaseKind;
  clock?: () => Date;
  /** Environment variables that differ from the defaults. */
  environment?: Record<string, string>;
} = {}): Promise<Dependencies> {
  return {
    database: await createTestDatabase(kind),
    clock,
    configuration: readConfiguration({ SECRETS_KEY: testSecretsKey, ...environment }),
    publicUrl: 'https://ratings.example',
  };
}
