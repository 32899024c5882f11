import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { rules } from './plugin.ts';

/** What one rule finds in a document: a JSON pointer and the message for each. */
export async function findings(
  rule: keyof typeof rules,
  document: object,
): Promise<{ at: string; message: string }[]> {
  const configuration = await createConfig(
    { plugins: ['./plugin.ts'], rules: { [`partner-rating/${rule}`]: 'error' } },
    { configPath: `${import.meta.dirname}/redocly.yaml` },
  );
  const problems = await lintFromString({
    source: JSON.stringify(document),
    config: configuration,
  });
  return problems.map(({ message, location: [location] }) => ({
    at: location?.pointer ?? '',
    message,
  }));
}

export function documentWith(parts: object): object {
  return { openapi: '3.1.0', info: { title: 'Fixture', version: '1.0.0' }, paths: {}, ...parts };
}

/** A document whose only schemas are these, by name. */
export function documentWithSchemas(schemas: Record<string, object>): object {
  return documentWith({ components: { schemas } });
}

/** A document whose only operation is this one. */
export function documentWithOperation(
  operation: object,
  { path = '/partner/members', method = 'get', components = {} } = {},
): object {
  return documentWith({ paths: { [path]: { [method]: operation } }, components });
}
