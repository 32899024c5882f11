import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../src/connect/testing/connect-flow.ts';
import { returned, startAuthorization, validQuery } from '../../src/connect/testing/journeys.ts';
import { refusal } from './support/requests.ts';
import { ReturningPlayer } from './support/returning-player.ts';

// States that a step between the address and the redirect could trim, decode twice, compose, or escape.
const states: [what: string, state: string][] = [
  ['spaces at both ends', '  a  '],
  ['a plus sign', 'a+b'],
  ['an encoded percent sign', '%25%20%2B'],
  ['invalid percent-encoding', '%zz %'],
  ['text like further parameters', 'a&iss=https://evil.example&code=x;b=c#d'],
  ['HTML', '"><script>alert(1)</script>&amp;&lt;'],
  ['a template', '<%= 1 %> {{1}} $1'],
  ['composed letters', 'caf\u00e9'],
  ['the same letters decomposed', 'cafe\u0301'],
  ['letters of full width', '\uff21\uff11'],
  ['a byte order mark', '\ufeffa'],
  ['unusual spaces', '\u00a0\u200b\u3000'],
  ['letters from right to left', '\u202eשלום'],
  ['a family of emoji', '👨‍👩‍👧‍👦🏓'],
  ['the name of an object property', '__proto__'],
  ['JSON', '{"return_to":"/matches?week=37","n":1}'],
  ['the longest allowed state', '🏓'.repeat(1_024)],
];

describe('the state', () => {
  const flow = useConnectFlow();
  const player = new ReturningPlayer(flow);

  testRows(states)(
    'RFC 6749 §4.1.2 and §4.1.2.1: comes back unchanged with the code, an error, or a refusal',
    async (_what, state) => {
      const code = returned(await player.allow({ state }));
      const query = { ...validQuery(flow()), state, scope: 'user:everything' };
      const error = returned(await player.open(query));
      const started = await player.startedQuery({ state });
      const refusal = returned(await player.decide('deny', started));
      expect([...error.keys()]).toEqual(['error', 'error_description', 'state', 'iss']);
      expect(refusal.get('error')).toBe('access_denied');
      for (const back of [code, error, refusal]) expect(back.getAll('state')).toEqual([state]);
    },
  );

  testRows([
    ['a plus sign for a space', 'a+b', 'a b'],
    ['lower-case percent-encoding', 'a%c3%a9', 'aé'],
    ['letters encoded without need', '%61%62', 'ab'],
    ['unencoded signs', "a/b?c:d@e!$'()*,;[]", "a/b?c:d@e!$'()*,;[]"],
    ['an equals sign', 'YQ==', 'YQ=='],
  ])('RFC 6749 appendix B: is decoded once', async (_what, encoded, state) => {
    const { state: _state, ...rest } = validQuery(flow());
    const query = `${new URLSearchParams(rest)}&state=${encoded}`;
    expect(returned(await player.decide('allow', query)).get('state')).toBe(state);
  });

  testRows([
    ['a line break', 'a\r\nset-cookie: a=b'],
    ['a NUL', 'a\u0000b'],
    ['a tab', 'a\tb'],
    ['an escape', '\u001b[31m'],
    ['more than 2048 characters', 'a'.repeat(2_049)],
  ])(
    'RFC 6749 appendix A.5: other characters are refused with both starts',
    async (_what, state) => {
      const answer = await player.open({ ...validQuery(flow()), state });
      expect(returned(answer).get('error')).toBe('invalid_request');
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(refusal(await startAuthorization(flow(), { state }))).toEqual([
        400,
        'invalid_request',
      ]);
    },
  );

  it('RFC 6749 §4.1.2: is omitted if there was none', async () => {
    const { state: _state, ...rest } = validQuery(flow());
    const back = returned(await player.decide('allow', rest));
    expect([...back.keys()]).toEqual(['code', 'iss']);
  });
});
