import { describe, expect, it } from 'vitest';
import { contract } from '../src/contract.ts';
import { documentWithSchemas, findings } from './findings.ts';
import { otherForms } from './set-values.ts';

const found = async (set: object) =>
  await findings('set-values', documentWithSchemas({ Surface: { type: 'string', ...set } }));

describe('set-values', () => {
  it.each([
    ['hardCourt', 'hard_court'],
    ['HARD_COURT', 'hard_court'],
    ['hard-court', 'hard_court'],
  ])('refuses %s, and says how to write it', async (value, right) => {
    const message = expect.stringContaining(`write \`${right}\` in place of \`${value}\``);
    expect(await found({ enum: ['clay', value] })).toEqual([
      { at: '#/components/schemas/Surface/enum', message },
    ]);
    expect(await found({ 'x-extensible-enum': [value] })).toHaveLength(1);
  });

  it('accepts lower_snake, numbers, and null', async () => {
    expect(await found({ enum: ['clay', 'hard_court', 'top_10', 3, null] })).toEqual([]);
  });

  it('accepts the names of the specification and of the RFCs', async () => {
    for (const { values } of otherForms) expect(await found({ enum: values })).toEqual([]);
  });

  it('excepts only values that the document has, each for a reason', () => {
    const document = JSON.stringify(contract.document);
    for (const { values, because } of otherForms) {
      expect(because).not.toBe('');
      expect(values.filter((value) => !document.includes(`"${value}"`))).toEqual([]);
    }
  });
});
