import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { documentWith, documentWithSchemas, findings } from './findings.ts';

const matchId = { type: 'string', pattern: '^mat_[0-7][0-9a-hjkmnp-tv-z]{25}$' };
const loose = { type: 'string', maxLength: 64 };

describe('identifier-patterns', () => {
  testRows([
    ['id', loose],
    ['matchId', loose],
    ['player_id', loose],
    ['ids', { type: 'array', items: loose }],
    ['batchId', { type: ['string', 'null'], pattern: '^.*$' }],
  ])('refuses an identifier without the pattern of its prefix', async (name, schema) => {
    const document = documentWithSchemas({
      Subject: { type: 'object', properties: { [name]: schema } },
    });
    expect(await findings('identifier-patterns', document)).toEqual([
      {
        at: `#/components/schemas/Subject/properties/${name}`,
        message: expect.stringContaining('the pattern of its prefix'),
      },
    ]);
  });

  it('refuses a parameter without the pattern of its prefix', async () => {
    const parameter = { name: 'deliveryId', in: 'path', required: true, schema: loose };
    const document = documentWith({ components: { parameters: { DeliveryId: parameter } } });
    expect(await findings('identifier-patterns', document)).toHaveLength(1);
  });

  testRows([
    ['id', matchId],
    ['matchId', { $ref: '#/components/schemas/MatchId' }],
    ['ids', { type: 'array', items: { $ref: '#/components/schemas/MatchId' } }],
    ['memberId', { type: 'integer' }],
    ['client_id', loose],
    ['identifier', loose],
    ['paid', loose],
  ])('accepts the pattern, and what is no identifier of ours', async (name, schema) => {
    const document = documentWithSchemas({
      MatchId: matchId,
      Subject: { type: 'object', properties: { [name]: schema } },
    });
    expect(await findings('identifier-patterns', document)).toEqual([]);
  });

  it('accepts a pattern that takes the member number too', async () => {
    const reference = {
      type: 'string',
      pattern: '^(mem_[0-7][0-9a-hjkmnp-tv-z]{25}|[1-9][0-9]{0,15})$',
    };
    const parameter = { name: 'memberId', in: 'query', schema: reference };
    const document = documentWith({ components: { parameters: { MemberId: parameter } } });
    expect(await findings('identifier-patterns', document)).toEqual([]);
  });
});
