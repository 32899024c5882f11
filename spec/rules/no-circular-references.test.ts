import { describe, expect, it } from 'vitest';
import { documentWithSchemas, findings } from './findings.ts';

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const holding = (name: string) => ({ type: 'object', properties: { other: to(name) } });

describe('no-circular-references', () => {
  it('refuses a schema that holds itself', async () => {
    const found = await findings(
      'no-circular-references',
      documentWithSchemas({ A: holding('A') }),
    );
    expect(found).toEqual([
      {
        at: '#/components/schemas/A/properties/other',
        message: expect.stringContaining('by its id'),
      },
    ]);
  });

  it('refuses a circle through other schemas', async () => {
    const document = documentWithSchemas({
      A: { type: 'array', items: to('B') },
      B: { anyOf: [to('C')] },
      C: { type: 'object', additionalProperties: to('A') },
      Outside: holding('A'),
    });
    const found = await findings('no-circular-references', document);
    expect(found.map(({ at }) => at)).toEqual([
      '#/components/schemas/A/items',
      '#/components/schemas/B/anyOf/0',
      '#/components/schemas/C/additionalProperties',
    ]);
  });

  it('accepts a schema used in two places', async () => {
    const document = documentWithSchemas({
      A: { type: 'object', properties: { first: to('B'), second: to('B'), third: holding('B') } },
      B: { type: 'string' },
    });
    expect(await findings('no-circular-references', document)).toEqual([]);
  });
});
