import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect } from 'vitest';

/** Returns the findings of our `redocly diff` rules for a change of an operation or of the event. */
function verdicts(before: Parts, after: Parts): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'partner-rating-diff-'));
  try {
    writeFileSync(join(folder, 'before.json'), JSON.stringify(documentOf(before)));
    writeFileSync(join(folder, 'after.json'), JSON.stringify(documentOf(after)));
    const report = execFileSync(
      join(import.meta.dirname, '../node_modules/.bin/redocly'),
      [
        'diff',
        join(folder, 'before.json'),
        join(folder, 'after.json'),
        `--config=${join(import.meta.dirname, '../redocly.yaml')}`,
        '--format=json',
        '--fail-on=none',
      ],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const { changes } = JSON.parse(report) as { changes: ReportedChange[] };
    return changes.flatMap(({ verdicts }) =>
      verdicts.map(({ impact, message }) => `${impact}: ${message}`),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Parts {
  operation?: object;
  event?: object;
}

interface ReportedChange {
  verdicts: { impact: string; message: string }[];
}

function documentOf({ operation = {}, event = {} }: Parts): object {
  const responses = { '200': { description: 'Done.' } };
  return {
    openapi: '3.1.0',
    info: { title: 'Fixture', version: '1.0.0' },
    paths: { '/partner/members': { post: { responses, ...operation } } },
    webhooks: { 'rating.updated': { post: { responses, ...event } } },
  };
}

const scopes = (...key: string[]) => ({ operation: { 'x-required-scopes': { key } } });
const limit = (bytes?: number) => ({ operation: { 'x-body-limit': bytes } });
const page = (size: number) => ({
  operation: {
    parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', default: size } }],
  },
});
const headers = (...names: string[]) => ({
  event: { parameters: names.map((name) => ({ name, in: 'header', schema: { type: 'string' } })) },
});

describe('a major change', () => {
  testRows<[string, Parts, Parts, string]>([
    ['one more required scope', scopes('a'), scopes('a', 'b'), 'The scope b became required.'],
    ['a lower body limit', limit(2000), limit(1000), 'from 2000 to 1000 bytes'],
    ['a body limit no longer raised', limit(5_242_880), limit(), 'to 1048576 bytes'],
    [
      'a repeat that is no longer safe',
      { operation: { 'x-idempotent': true } },
      {},
      '`Idempotency-Key` is no longer honoured.',
    ],
    ['another default', page(20), page(50), 'The default went from 20 to 50.'],
    ['an event without a header field', headers('a', 'b'), headers('a'), 'field `b`'],
  ])('is every change that narrows a promise of the contract', (_, before, after, message) => {
    const found = verdicts(before, after);
    expect(found).toEqual([expect.stringContaining(message)]);
    expect(found[0]).toMatch(/^major: /);
  });
});

describe('a minor change or no change', () => {
  testRows<[string, Parts, Parts]>([
    ['one required scope less', scopes('a', 'b'), scopes('a')],
    ['a higher body limit', limit(1000), limit(2000)],
    ['a repeat that became safe', {}, { operation: { 'x-idempotent': true } }],
    ['an event with one header field more', headers('a'), headers('a', 'b')],
  ])('is every change that widens a promise of the contract', (_, before, after) => {
    expect(verdicts(before, after)).toEqual([]);
  });
});
