import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { validateResponse } from './connect.ts';

const issuer = 'http://localhost:3001/api/v1';
const valid = { code: 'prc_1', state: 's', iss: issuer };

describe('an authorization response', () => {
  it('is accepted if it has a code, our state, and the right issuer', () => {
    expect(validateResponse(valid, true, issuer)).toBeNull();
  });

  it('is refused first if this browser did not start the authorization', () => {
    expect(validateResponse({ ...valid, error: 'access_denied' }, false, issuer)?.status).toBe(400);
  });

  testRows([undefined, 'http://localhost:9/api/v1', `${issuer}/`])(
    'is refused if the issuer is wrong or missing',
    (iss) => {
      const { code, state } = valid;
      const query = iss === undefined ? { code, state } : { code, state, iss };
      expect(validateResponse(query, true, issuer)?.page.title).toContain(
        'not from the rating service',
      );
    },
  );

  it('is not an error if the player refused', () => {
    const page = validateResponse(
      { state: 's', iss: issuer, error: 'access_denied' },
      true,
      issuer,
    );
    expect(page?.status).toBe(200);
  });

  it('shows players no error description of the service, which is for developers', () => {
    const described = { error: 'server_error', error_description: 'The key has no such scope.' };
    const page = validateResponse({ iss: issuer, ...described }, true, issuer)?.page;
    expect(page?.title).toBe('You are not connected');
    expect(page?.paragraphs.join()).not.toContain('scope');
  });
});
