import { testRows } from '@partner-rating/table-tests';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect } from 'vitest';
import type { rules } from '../plugin.ts';

type Refused = readonly [
  what: string,
  document: object,
  ...findings: (readonly [at: string | RegExp, advice: string])[],
];
type Accepted = readonly [what: string, document: object];

/** Declares the tests of a rule: tables of documents, each named after its special property. */
export function testsOf(rule: keyof typeof rules) {
  return {
    /** Each document must have exactly these findings: their pointers, and a part of their messages. */
    refuses(promise: string, rows: readonly Refused[]): void {
      testRows(rows)(`refuses ${promise}`, async (_what, document, ...expected) => {
        expect(await findings(rule, document)).toEqual(
          expected.map(([at, advice]) => ({
            at: typeof at === 'string' ? at : expect.stringMatching(at),
            message: expect.stringContaining(advice),
          })),
        );
      });
    },
    accepts(promise: string, rows: readonly Accepted[]): void {
      testRows(rows)(`accepts ${promise}`, async (_what, document) => {
        expect(await findings(rule, document)).toEqual([]);
      });
    },
  };
}

/** Returns the findings of a rule in a document, each with a JSON pointer and a message. */
export async function findings(
  rule: keyof typeof rules,
  document: object,
): Promise<{ at: string; message: string }[]> {
  const configuration = await createConfig(
    { plugins: ['./plugin.ts'], rules: { [`partner-rating/${rule}`]: 'error' } },
    { configPath: `${import.meta.dirname}/../redocly.yaml` },
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

/** Returns a document with only these schemas, by name. */
export function documentWithSchemas(schemas: Record<string, object>): object {
  return documentWith({ components: { schemas } });
}

/** Returns a document with only this event. */
export function documentWithEvent(event: object): object {
  return documentWith({ webhooks: { 'rating.updated': { post: event } } });
}

/** Returns a document with only this operation. */
export function documentWithOperation(
  operation: object,
  { path = '/partner/members', method = 'get', components = {} } = {},
): object {
  return documentWith({ paths: { [path]: { [method]: operation } }, components });
}
