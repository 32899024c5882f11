import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { documentWith, documentWithOperation, findings } from './findings.ts';

const ofOperation = (summary: string) => documentWithOperation({ summary, responses: {} });
const ofExample = (example: object) =>
  documentWith({ components: { examples: { 'matches.submit': example } } });

describe('summary-style', () => {
  testRows([
    ['Submit matches.', 'leave the full stop out'],
    ['submit matches', 'Begin a summary with a capital'],
    ['Submits matches', 'bare verb'],
    ['Submitting matches', 'bare verb'],
    ['Submit any number of matches of one sport, played at one place, as a batch', 'at most'],
  ])('refuses a summary in another style, with advice', async (summary, advice) => {
    expect(await findings('summary-style', ofOperation(summary))).toEqual([
      {
        at: '#/paths/~1partner~1members/get/summary',
        message: expect.stringContaining(advice),
      },
    ]);
  });

  it('refuses an example without a summary', async () => {
    expect(await findings('summary-style', ofExample({ value: {} }))).toEqual([
      { at: '#/components/examples/matches.submit', message: expect.stringContaining('`summary`') },
    ]);
  });

  testRows(['Submit matches', 'Pass a code on', 'Get a member'])(
    'accepts a short imperative',
    async (summary) => {
      expect(await findings('summary-style', ofOperation(summary))).toEqual([]);
    },
  );

  it('lets the summary of an example begin with any word', async () => {
    const document = ofExample({ summary: 'Singles and doubles', value: {} });
    expect(await findings('summary-style', document)).toEqual([]);
  });
});
