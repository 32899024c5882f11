import { describe, expect, it } from 'vitest';
import { documentWithSchemas, findings } from './findings.ts';

describe('array-bounds', () => {
  it('refuses an array of any length', async () => {
    const document = documentWithSchemas({
      Subject: { type: 'array', items: { type: 'integer' } },
    });
    expect(await findings('array-bounds', document)).toEqual([
      { at: '#/components/schemas/Subject/type', message: expect.stringContaining('`maxItems`') },
    ]);
  });

  it('accepts an array with a bound', async () => {
    const document = documentWithSchemas({ Subject: { type: 'array', items: {}, maxItems: 100 } });
    expect(await findings('array-bounds', document)).toEqual([]);
  });
});
