import { describe, expect, it } from 'vitest';
import { schemaCheck } from './schema-check.ts';

const match = { identifier: 'final', teams: [['a'], ['b']], games: [{ scores: [11, 7] }] };

describe('schemaCheck', () => {
  it('finds no error in a valid value', () => {
    expect(schemaCheck('MatchInput')(match)).toEqual([]);
  });

  it('finds the errors of a request, with their pointers', () => {
    const check = schemaCheck('MatchInput');
    expect(check({ ...match, games: [{ scores: [11, -7] }], umpire: 'Ada' })).toEqual([
      expect.objectContaining({ pointer: '/umpire', code: 'additionalProperties' }),
      expect.objectContaining({ pointer: '/games/0/scores/1', code: 'minimum' }),
    ]);
  });

  it('lets the given keywords override those of the schema', () => {
    expect(schemaCheck('MatchInput', { required: ['sport'] })(match)).toEqual([
      { pointer: '/sport', code: 'required', detail: '`sport` is missing. Send it.' },
    ]);
  });

  it('refuses an unknown schema name', () => {
    expect(() => schemaCheck('NoSuchSchema')).toThrow(/NoSuchSchema/);
  });
});
