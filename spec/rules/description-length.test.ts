import { describe, expect, it } from 'vitest';
import { documentWith, documentWithOperation, findings } from './findings.ts';

const described = (length: number) => ({ description: 'x'.repeat(length), responses: {} });

describe('description-length', () => {
  it('refuses a longer description, and says where its parts belong', async () => {
    expect(await findings('description-length', documentWithOperation(described(1_501)))).toEqual([
      {
        at: '#/paths/~1partner~1members/get/description',
        message: expect.stringMatching(/has 1501 characters.* to the description of that response/),
      },
    ]);
  });

  it('refuses that of an event too', async () => {
    const document = documentWith({ webhooks: { 'rating.updated': { post: described(1_501) } } });
    expect(await findings('description-length', document)).toHaveLength(1);
  });

  it('accepts 1,500 characters, and an operation without a description', async () => {
    const document = documentWithOperation(described(1_500));
    expect(await findings('description-length', document)).toEqual([]);
    expect(await findings('description-length', documentWithOperation({ responses: {} }))).toEqual(
      [],
    );
  });
});
