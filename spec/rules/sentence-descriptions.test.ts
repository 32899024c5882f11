import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { documentWithSchemas, findings } from './findings.ts';

const described = (description: string) => documentWithSchemas({ Subject: { description } });
const at = '#/components/schemas/Subject/description';

describe('sentence-descriptions', () => {
  testRows([
    ['the sport', ['begin with a capital', 'end with a full stop']],
    ['The sport', ['end with a full stop']],
    ['the sport.', ['begin with a capital']],
    ['What is the sport?', ['end with a full stop']],
  ])('refuses what is no sentence, with advice', async (description, advice) => {
    expect(await findings('sentence-descriptions', described(description))).toEqual(
      advice.map((message) => ({ at, message: expect.stringContaining(message) })),
    );
  });

  testRows([
    'The sport.',
    '`pickleball`, for example.',
    'Ratings grow (see RFC 9457.)',
    'Steps:\n\n1. Start.\n2. Go on',
    'An example:\n\n```json\n{}\n```',
    '| Status | Meaning |\n| --- | --- |\n| 404 | Not found |',
  ])('accepts sentences, also those that begin or end with code', async (description) => {
    expect(await findings('sentence-descriptions', described(description))).toEqual([]);
  });

  it('does not mistake a property called description for a description', async () => {
    const schema = { type: 'object', properties: { description: { type: 'string' } } };
    expect(
      await findings('sentence-descriptions', documentWithSchemas({ Subject: schema })),
    ).toEqual([]);
  });
});
