import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { documentWith, documentWithOperation, findings } from './findings.ts';

const parts = [
  '**Needs** an API key.',
  '**Side effects:** none.',
  '**Idempotency:** it is safe to repeat.',
];
const at = '#/paths/~1partner~1members/post/description';

const described = (paragraphs: string[], method = 'post') =>
  documentWithOperation(
    { description: ['Ranks a player.', ...paragraphs].join('\n\n'), responses: {} },
    { method },
  );

describe('operation-parts', () => {
  testRows(parts)('refuses a description without each part', async (part) => {
    const found = await findings(
      'operation-parts',
      described(parts.filter((other) => other !== part)),
    );
    const opening = /^\*\*[^*]+\*\*/.exec(part)?.[0];
    expect(found).toEqual([{ at, message: expect.stringContaining(`\`${opening}\``) }]);
  });

  it('refuses a part in the middle of a paragraph', async () => {
    expect(await findings('operation-parts', described([parts.join(' ')]))).toHaveLength(2);
  });

  it('accepts a description with all parts', async () => {
    expect(await findings('operation-parts', described(parts))).toEqual([]);
  });

  it('does not ask how a GET is repeated', async () => {
    const reading = parts.filter((part) => !part.startsWith('**Idempotency'));
    expect(await findings('operation-parts', described(reading, 'get'))).toEqual([]);
  });

  it('asks nothing of an event', async () => {
    const event = { post: { description: 'A rating changed.', responses: {} } };
    const document = documentWith({ webhooks: { 'rating.updated': event } });
    expect(await findings('operation-parts', document)).toEqual([]);
  });
});
