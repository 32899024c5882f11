import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { documentWithOperation, documentWithSchemas, findings } from './findings.ts';

const described = (description: string) => documentWithSchemas({ Subject: { description } });

describe('plain-words', () => {
  testRows([
    ['A sport, e.g. padel.', 'for example'],
    ['The sport, i.e. padel.', 'that is'],
    ['Padel, pickleball etc.', 'such as'],
    ['The sport and/or the bracket.', 'write `or`'],
    ['Please send a sport.', 'say what to do'],
    ['Simply send a sport.', 'leave it out'],
    ['Send a sport in order to restrict the answer.', 'write `to`'],
    ['Utilise a sport.', 'write `use`'],
    ['Allows you to restrict the answer.', 'say what it does'],
    ['Sent via HTTPS.', 'through'],
    ['TODO: say more.', 'say it'],
    ['Welcome!', 'full stop'],
  ])('refuses words that have a plainer one, and names it', async (description, advice) => {
    expect(await findings('plain-words', described(description))).toEqual([
      {
        at: '#/components/schemas/Subject/description',
        message: expect.stringContaining(advice),
      },
    ]);
  });

  it('reads summaries too', async () => {
    const document = documentWithOperation({ summary: 'Simply submit matches', responses: {} });
    expect(await findings('plain-words', document)).toHaveLength(1);
  });

  testRows([
    'Adjust the justified viability of the sport.',
    'Send `just` as it is.',
    'Not `a!=b`.',
  ])('accepts longer words and code', async (description) => {
    expect(await findings('plain-words', described(description))).toEqual([]);
  });
});
