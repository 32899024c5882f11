import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAuthorizationQuery, parseAuthorizationQuery } from './authorization-query.ts';

describe('parseAuthorizationQuery', () => {
  it('decodes a parameter once', () => {
    expect(parseAuthorizationQuery('state=a%2520b+c%2B').values).toEqual({ state: 'a%20b c+' });
  });

  it('keeps what stands behind a second equals sign', () => {
    expect(parseAuthorizationQuery('state=a=b=').values).toEqual({ state: 'a=b=' });
  });

  it('takes an empty value as none', () => {
    expect(parseAuthorizationQuery('state=&scope')).toEqual({
      values: {},
      repeated: [],
      malformed: [],
    });
  });

  it('ignores parameters it does not know, repeated or not', () => {
    expect(parseAuthorizationQuery('prompt=none&prompt=login&client_id=a').values).toEqual({
      client_id: 'a',
    });
  });

  it.each(['scope=a&scope=b', 'scope=a&scope=a', 'scope=&scope=a', 'scope=a&%73cope=b'])(
    'finds the repetition in %s and takes neither value',
    (query) => {
      expect(parseAuthorizationQuery(query)).toEqual({
        values: {},
        repeated: ['scope'],
        malformed: [],
      });
    },
  );

  it.each(['state=%', 'state=%zz', 'state=%ff', 'state=%ed%a0%80', 'state=é', 'state=a b'])(
    'finds that %j is not percent-encoded UTF-8',
    (query) => {
      expect(parseAuthorizationQuery(query)).toEqual({
        values: {},
        repeated: [],
        malformed: ['state'],
      });
    },
  );

  it('reads back whatever was written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (state) => {
        const values = { client_id: 'courtside-club', state };
        expect(parseAuthorizationQuery(formatAuthorizationQuery(values)).values).toEqual(values);
      }),
    );
  });
});
