import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { documentWithOperation, documentWithSchemas, findings } from './findings.ts';

const valid = { deprecated: true, 'x-deprecated-at': '2026-10-01', 'x-sunset': '2027-04-01' };
const ofSchema = (marks: object) =>
  documentWithSchemas({ Subject: { type: 'object', properties: { old: { ...marks } } } });

describe('deprecation-dates', () => {
  testRows([
    ['no dates', { deprecated: true }, 'deprecated', '`x-deprecated-at`'],
    ['no sunset', { ...valid, 'x-sunset': undefined }, 'deprecated', '`x-sunset`'],
    [
      'a sunset within six months',
      { ...valid, 'x-sunset': '2027-03-31' },
      'x-sunset',
      '2027-04-01',
    ],
    ['a time of day', { ...valid, 'x-sunset': '2027-04-01T00:00:00Z' }, 'x-sunset', 'RFC 3339'],
    ['a day that is none', { ...valid, 'x-deprecated-at': '2026-02-30' }, 'x-deprecated-at', 'RFC'],
    ['dates of what stays', { 'x-sunset': '2027-04-01' }, 'x-sunset', '`deprecated: true`'],
  ])(
    'refuses missing, invalid and too early dates, with advice',
    async (_, marks, field, advice) => {
      const expected = { message: expect.stringContaining(advice) };
      expect(await findings('deprecation-dates', ofSchema(marks))).toEqual([
        { at: `#/components/schemas/Subject/properties/old/${field}`, ...expected },
      ]);
      expect(
        await findings('deprecation-dates', documentWithOperation({ ...marks, responses: {} })),
      ).toEqual([{ at: `#/paths/~1partner~1members/get/${field}`, ...expected }]);
    },
  );

  it('refuses a parameter, and a field that refers to its schema, without dates', async () => {
    const parameters = [{ name: 'old', in: 'query', deprecated: true }];
    const operation = documentWithOperation({ parameters, responses: {} });
    expect(await findings('deprecation-dates', operation)).toHaveLength(1);
    const reference = { $ref: '#/components/schemas/Name', deprecated: true };
    const schemas = documentWithSchemas({
      Name: { type: 'string' },
      Subject: { type: 'object', properties: { old: reference } },
    });
    expect(await findings('deprecation-dates', schemas)).toHaveLength(1);
  });

  const { deprecated: _, ...dates } = valid;
  const set = (marks: object) =>
    documentWithSchemas({
      Subject: { type: 'string', enum: ['old', 'new'], 'x-deprecated-values': marks },
    });

  it('refuses dates of a value that the set does not have, and a value with one date', async () => {
    expect(await findings('deprecation-dates', set({ odd: dates }))).toEqual([
      {
        at: '#/components/schemas/Subject/x-deprecated-values/odd',
        message: '`odd` is no value of this set.',
      },
    ]);
    const half = { 'x-deprecated-at': '2026-10-01' };
    expect(await findings('deprecation-dates', set({ old: half }))).toHaveLength(1);
    expect(await findings('deprecation-dates', set({ old: dates }))).toEqual([]);
  });

  testRows([
    ['six months', valid],
    ['more', { ...valid, 'x-sunset': '2028-01-01' }],
  ])('accepts six months or more', async (_, marks) => {
    expect(await findings('deprecation-dates', ofSchema(marks))).toEqual([]);
    expect(
      await findings('deprecation-dates', documentWithOperation({ ...marks, responses: {} })),
    ).toEqual([]);
  });
});
