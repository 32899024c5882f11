import { beforeEach, describe, expect, it } from 'vitest';
import type { PartnerPerson } from '../api/caller.ts';
import { useAdmin } from '../testing/admin.ts';
import { typedAt } from '../testing/operator.ts';
import { insertPerson } from '../testing/people.ts';

const sending = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'ratings@example.com' };

const DAY_SECONDS = 24 * 60 * 60;

describe('invitations of a person', () => {
  let now = typedAt;
  const { send, dependencies } = useAdmin({
    clock: () => now,
    environment: { ...sending, PARTNER_SIGNUP: 'open' },
  });
  let olga: PartnerPerson;
  beforeEach(async () => {
    now = typedAt;
    olga = await insertPerson(dependencies(), 'olga');
    for (const clientId of ['one', 'two']) {
      await send('POST /partners', { body: { clientId, name: 'Club' }, person: olga });
    }
  });
  const invite = async (clientId: string, name: string, person?: PartnerPerson) => {
    const body = { email: `${name}@example.com`, role: 'developer' };
    return await send(`POST /partners/${clientId}/team`, { body, ...(person && { person }) });
  };

  it('429: are 50 a day for all applications together, and those of operators do not count', async () => {
    for (let count = 1; count <= 50; count += 1) {
      const clientId = count <= 30 ? 'one' : 'two';
      expect((await invite(clientId, `person-${count}`, olga)).status).toBe(201);
    }
    const refused = await invite('two', 'one-more', olga);
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', detail: expect.stringContaining('50 invitations') },
    });
    expect(refused.headers.get('retry-after')).toBe(String(DAY_SECONDS));
    expect((await invite('two', 'one-more')).status).toBe(201);
    now = new Date(typedAt.getTime() + DAY_SECONDS * 1_000);
    expect((await invite('two', 'the-next-day', olga)).status).toBe(201);
  });

  it('400: do not count if they are refused', async () => {
    expect((await invite('one', 'dan', olga)).status).toBe(201);
    for (let count = 0; count < 7; count += 1) {
      expect((await invite('one', 'dan', olga)).status).toBe(400);
    }
    expect((await invite('two', 'dan', olga)).status).toBe(201);
  });
});

describe('an invitation to an application that waits for approval', () => {
  const { send, dependencies } = useAdmin({
    environment: { ...sending, PARTNER_SIGNUP: 'approval' },
  });

  it('403: is refused, and works after the approval', async () => {
    const person = await insertPerson(dependencies(), 'olga');
    const name = 'Your account is locked';
    await send('POST /partners', { body: { clientId: 'olgas-club', name }, person });
    const body = { email: 'dan@example.com', role: 'developer' };
    const refused = {
      status: 403,
      body: {
        code: 'application_suspended',
        detail: expect.stringContaining('has not approved this application yet'),
      },
    };
    expect(await send('POST /partners/olgas-club/team', { body, person })).toMatchObject(refused);
    expect(await send('POST /partners/olgas-club/team', { body })).toMatchObject(refused);
    const mails = dependencies().database.selectFrom('mail').select('email');
    expect(await mails.execute()).toEqual([]);
    await send('PUT /partners/olgas-club/approval');
    expect((await send('POST /partners/olgas-club/team', { body, person })).status).toBe(201);
    expect(await mails.where('kind', '=', 'team-invited').execute()).toEqual([
      { email: body.email },
    ]);
  });
});
