import { testRows } from '@partner-rating/table-tests';
import { describe, expect } from 'vitest';
import { documentWithSchemas, findings } from './findings.ts';

const withProperty = (name: string, property: object) =>
  documentWithSchemas({ Subject: { type: 'object', properties: { [name]: property } } });

describe('open-sets', () => {
  testRows([
    ['sport', { type: 'string', enum: ['pickleball', 'padel'] }],
    ['code', { type: 'string', enum: ['not_found'] }],
    ['events', { type: 'array', items: { type: 'string', enum: ['rating.updated'] } }],
  ])('refuses a closed list for a set that grows', async (name, property) => {
    expect(await findings('open-sets', withProperty(name, property))).toEqual([
      {
        at: `#/components/schemas/Subject/properties/${name}`,
        message: expect.stringContaining('use a pattern'),
      },
    ]);
  });

  testRows([
    ['sport', { type: 'string', pattern: '^[a-z-]+$' }],
    ['status', { type: 'string', enum: ['enabled', 'disabled'] }],
    ['type', { type: 'string', const: 'rating.updated' }],
  ])('accepts patterns, and lists that are closed', async (name, property) => {
    expect(await findings('open-sets', withProperty(name, property))).toEqual([]);
  });
});
