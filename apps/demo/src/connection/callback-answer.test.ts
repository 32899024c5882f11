import { describe, expect, it } from 'vitest';
import { refusalOf } from './callback-answer.ts';

const issuer = 'http://localhost:3001/api/v1';
const valid = { code: 'prc_1', state: 's', iss: issuer };

describe('an answer of the service', () => {
  it('is taken where it has a code, our state and the issuer', () => {
    expect(refusalOf(valid, true, issuer)).toBeNull();
  });

  it('is refused before anything else where this browser did not begin it', () => {
    expect(refusalOf({ ...valid, error: 'access_denied' }, false, issuer)?.status).toBe(400);
  });

  it.each([undefined, 'http://localhost:9/api/v1', `${issuer}/`])(
    'is refused where the issuer is %s',
    (iss) => {
      const { code, state } = valid;
      const query = iss === undefined ? { code, state } : { code, state, iss };
      expect(refusalOf(query, true, issuer)?.page.title).toContain('not from the rating service');
    },
  );

  it('is no failure where the player refused', () => {
    const refusal = refusalOf({ state: 's', iss: issuer, error: 'access_denied' }, true, issuer);
    expect(refusal?.status).toBe(200);
  });

  it('says what the service says where it went wrong', () => {
    const query = {
      iss: issuer,
      error: 'server_error',
      error_description: 'Let the player start again.',
    };
    expect(refusalOf(query, true, issuer)?.page.paragraphs).toEqual([
      'Let the player start again.',
    ]);
  });
});
