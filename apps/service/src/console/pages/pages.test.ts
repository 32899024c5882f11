import { testRows } from '@partner-rating/table-tests';
import { beforeAll, describe, expect, it } from 'vitest';
import { makePlayer, noticeOn, textOf } from '../../account/testing/account.ts';
import { reportResult } from '../../account/testing/matches.ts';
import type { BrowserSession } from '../../connect/testing/browser-session.ts';
import { useConnectFlow } from '../../connect/testing/connect-flow.ts';
import { listAudit } from '../../platform/audit/store/audit.ts';
import { failCleanUp } from '../../privacy/testing/fail-clean-up.ts';
import { openAsOperator } from '../testing/open-pages.ts';
import { openBusyDay } from '../testing/operated-service.ts';

describe("the operator's pages", () => {
  const flow = useConnectFlow();
  let browser: BrowserSession;
  let day: Awaited<ReturnType<typeof openBusyDay>>;
  beforeAll(async () => {
    ({ browser } = await openAsOperator(flow()));
    day = await openBusyDay(flow());
  });

  const entriesOf = async (action: string) =>
    await listAudit(flow().database, { action }, { limit: 5 });
  /** Sends a form of a page with a form token of the session. */
  const submit = async (path: string, values: Record<string, string>) => {
    const { body } = await browser.open('/operator/partners');
    const [, token = ''] = /name="form_token" value="([^"]+)"/.exec(body) ?? [];
    return await browser.post(path, new URLSearchParams({ form_token: token, ...values }));
  };
  const noticeAfter = async (path: string, values: Record<string, string>) =>
    noticeOn(await browser.follow(await submit(path, values)));

  /** Returns the fields to which the error summary links, and those with an error text. */
  const markedOn = ({ body }: { body: string }) => ({
    linked: [...body.matchAll(/<a href="#([^"]+)">/g)]
      .map(([, name]) => name)
      .filter((name) => name !== 'main'),
    invalid: [...body.matchAll(/<(\w+) id="([^"]+)"[^>]* aria-invalid="true"[^>]*>/g)].map(
      ([tag, element, name]) => {
        expect(tag).toMatch(/ aria-describedby="([^"]* )?summary"/);
        return `${element} ${name}`;
      },
    ),
  });

  testRows([
    '/operator/partners/no-partner',
    '/operator/members/mem_01h455vb4pex5vsknk084sn02q',
    '/operator/members/mem_01h455vb4pex5vsknk084sn02q/erase',
    '/operator/matches/mat_01h455vb4pex5vsknk084sn02q',
    '/operator/deliveries/whd_01h455vb4pex5vsknk084sn02q',
    '/operator/jobs/job_01h455vb4pex5vsknk084sn02q',
    '/operator/nothing',
  ])('answer 404 for an unknown address', async (path) => {
    const page = await browser.open(path);
    expect(page.statusCode).toBe(404);
    expect(textOf(page)).toContain('There is nothing to show here');
  });

  it('name a control character in any field, and answer 404 if an address has one', async () => {
    const { memberId } = flow().player;
    const failed: string[] = [];
    for (const [path, act, field] of [
      ['/operator/partners/courtside-club', 'rename', 'name'],
      ['/operator/partners/courtside-club', 'redirects', 'redirectUris'],
      ['/operator/partners/courtside-club', 'suspend', 'reason'],
      [`/operator/members/${memberId}`, 'edit', 'city'],
      [`/operator/members/${memberId}`, 'lock', 'reason'],
      [`/operator/matches/${day.matchId}`, 'void', 'reason'],
    ] as const) {
      for (const [character, code] of [
        ['\u0000', 'U+0000'],
        ['\u001b[2J', 'U+001B'],
      ] as const) {
        const answer = await submit(path, { act, [field]: `a${character}b` });
        const isNamed = textOf(answer).includes(`This has a control character (${code}).`);
        if (answer.statusCode !== 422 || !isNamed) failed.push(`${path} ${act} ${code}`);
      }
    }
    for (const path of [
      '/operator/partners/%00',
      '/operator/audit?operator=%00',
      '/operator/matches?memberId=%00',
      '/operator/deliveries?partner=%00',
    ]) {
      if ((await browser.open(path)).statusCode !== 404) failed.push(path);
    }
    expect(failed).toEqual([]);
  });

  it('start an audit, and show its result', async () => {
    const started = await submit('/operator/jobs', { act: 'audit' });
    expect(noticeOn(await browser.follow(started))).toContain('The audit was started.');
    const path = String(started.headers.location);
    const shown = async () => textOf(await browser.open(path));
    await expect.poll(shown).toContain('The ratings follow from the ledger.');
    expect(await shown()).not.toContain('Cancel the job');
    expect(textOf(await browser.open('/operator/jobs'))).toMatch(/Audit of the ratings *succeeded/);
    expect(await entriesOf('job.started')).toMatchObject([{ details: { kind: 'ratings_audit' } }]);
  });

  it('refuse an invalid redirect address, keep it in the form, and say what is valid', async () => {
    const path = '/operator/partners/courtside-club';
    const typed = 'https://courtside.example/callback\nhtp://courtside.example/typo';
    const refused = await submit(path, { act: 'redirects', redirectUris: typed });
    expect(refused.statusCode).toBe(422);
    expect(textOf(refused)).toContain('A redirect address uses https');
    expect(refused.body).toContain(`${typed}</textarea>`);
    expect(refused.body).toContain('<title>Error: Courtside Club');
    expect(markedOn(refused)).toEqual({
      linked: ['redirects-redirectUris'],
      invalid: ['textarea redirects-redirectUris'],
    });
    const none = await submit(path, { act: 'redirects', redirectUris: ' ' });
    expect(textOf(none)).toContain('must have at least 1 item');
  });

  it('give a partner limits of its own, and remove them', async () => {
    const path = '/operator/partners/courtside-club';
    const refused = await submit(path, { act: 'limits', 'limits.ingest': 'many' });
    expect(textOf(refused)).toContain('integer');
    expect(refused.body).toContain('value="many"');
    expect(markedOn(refused)).toEqual({
      linked: ['limits-limits.ingest'],
      invalid: ['input limits-limits.ingest'],
    });
    expect(await noticeAfter(path, { act: 'limits', 'limits.ingest': '1200' })).toContain(
      'The partner was changed.',
    );
    expect((await browser.open(path)).body).toContain('value="1200"');
    await submit(path, { act: 'limits' });
    expect((await browser.open(path)).body).not.toContain('value="1200"');
  });

  it('change nothing that another operator changed since the page was shown', async () => {
    const path = '/operator/partners/courtside-club';
    const { body } = await browser.open(path);
    const [, shown = ''] =
      /value="rename">\s*<input[^>]* name="shown" value="([^"]+)"/.exec(body) ?? [];
    const rename = async (name: string) => await noticeAfter(path, { act: 'rename', shown, name });
    expect(await rename('Courtside Padel')).toContain('The partner was changed.');
    expect(await rename('Courtside Tennis')).toContain('somebody else has changed this since');
    expect((await browser.open(path)).body).toContain('value="Courtside Padel"');
    expect(await noticeAfter(path, { act: 'rename', name: 'Courtside Club' })).toContain(
      'changed.',
    );
  });

  it('sort a whole list by a column, in either direction', async () => {
    const listed = async (query: string) => {
      const { body } = await browser.open(`/operator/partners${query}`);
      const [, sorted = ''] = /<th [^>]*aria-sort="((?:a|de)scending)"/.exec(body) ?? [];
      const names = [...body.matchAll(/scope="row"[^>]*><span>\s*<a [^>]*>([^<]+)/g)];
      return [sorted, ...names.map(([, name]) => name)];
    };
    const [, ...byClientId] = await listed('');
    const [ascending, ...forwards] = await listed('?sort=clientId');
    const [descending, ...backwards] = await listed('?sort=-clientId');
    expect([ascending, descending]).toEqual(['ascending', 'descending']);
    expect(byClientId.length).toBeGreaterThan(1);
    expect(forwards.toSorted()).toEqual(byClientId.toSorted());
    expect(backwards).toEqual(forwards.toReversed());
    expect(await listed('?sort=secret')).toEqual(['', ...byClientId]);
  });

  it('create a partner and another key, each shown once', async () => {
    const path = '/operator/partners/smash-club';
    const partner = { clientId: 'smash-club', name: 'Smash Club' };
    const refused = await submit('/operator/partners', { act: 'create', name: 'Smash Club' });
    expect(refused.statusCode).toBe(422);
    expect(markedOn(refused).linked).toContain('create-clientId');
    const created = await submit('/operator/partners', {
      ...{ act: 'create', ...partner, redirectUris: 'https://smash.example/callback' },
    });
    const another = await submit(path, {
      ...{ act: 'create-key', 'scopes.key:leaderboard:read': 'yes' },
    });
    const [first = '', second = ''] = [created, another].map(
      ({ body }) => /prk_[\w-]{20,}/.exec(body)?.[0],
    );
    const statusOf = async (apiKey: string) =>
      (
        await flow().app.inject({
          url: '/api/v1/leaderboard/categories',
          headers: { 'x-api-key': apiKey },
        })
      ).statusCode;
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
    const { body } = await browser.open(path);
    expect(body).toContain(first.slice(0, 12));
    expect(body).not.toContain(first);
    expect(body).not.toContain(second);
  });

  it('revoke a key of the partner, and not a key of another one', async () => {
    const path = '/operator/partners/rally-league';
    const keys = flow().database.selectFrom('api_key').select(['id', 'revoked_at']);
    const ofPartner = (id: string) =>
      keys.where('application_id', '=', id).executeTakeFirstOrThrow();
    const own = await ofPartner(flow().otherPartner.applicationId);
    const other = await ofPartner(flow().partner.applicationId);
    const refused = await submit(path, { act: 'revoke', keyId: other.id });
    expect(textOf(refused)).toContain('Choose one of the keys that are live.');
    expect(markedOn(refused)).toEqual({
      linked: ['revoke-keyId'],
      invalid: ['select revoke-keyId'],
    });
    expect(await noticeAfter(path, { act: 'revoke', keyId: own.id })).toContain(
      'The key was revoked.',
    );
    expect((await ofPartner(flow().partner.applicationId)).revoked_at).toBeNull();
    expect((await browser.open(path)).body).not.toContain('Revoke this key');
  });

  it('write each act into the audit with the name of the operator', async () => {
    const path = '/operator/partners/rally-league';
    await submit(path, { act: 'suspend', reason: 'invented results' });
    expect(await noticeAfter(path, { act: 'suspend' })).toContain('The partner is suspended');
    await submit(path, { act: 'resume' });
    expect(await entriesOf('partner.suspended')).toMatchObject([
      { actor: 'operator', operator: 'anna', details: { reason: 'invented results' } },
    ]);
    const page = await browser.open('/operator/audit?operator=anna&action=partner.');
    expect(textOf(page)).toContain('operator anna');
    expect(textOf(page)).toContain('partner.resumed');
    expect(textOf(await browser.open('/operator/audit?operator=bea'))).toContain(
      'There is no such entry.',
    );
  });

  it('page through a long audit, and keep the filter', async () => {
    const { database, dependencies } = flow();
    const rows = Array.from({ length: 60 }, (_, index) => ({
      occurred_at: dependencies.clock(),
      actor: 'service' as const,
      action: 'ratings.rebuilt',
      details: JSON.stringify({ index }),
    }));
    await database.insertInto('audit_entry').values(rows).execute();
    const first = await browser.open('/operator/audit?actor=service');
    const [, older = ''] = /href="([^"]+)">Show older ones/.exec(first.body) ?? [];
    expect(older).toContain('actor=service&amp;before=');
    const second = await browser.open(older.replaceAll('&amp;', '&'));
    const rowsOf = (body: string) => body.match(/ratings\.rebuilt/g)?.length;
    expect([rowsOf(first.body), rowsOf(second.body)]).toEqual([50, 10]);
    expect(second.body).not.toContain('Show older ones');
  });

  it('find members by a part of the name, the address and the number', async () => {
    const { player } = flow();
    for (const text of ['brenn', player.email, String(player.memberNumber)]) {
      const page = await browser.open(`/operator/members?text=${encodeURIComponent(text)}`);
      expect(page.body).toContain(`href="/operator/members/${player.memberId}"`);
    }
    const none = await browser.open('/operator/members?text=%20-%20');
    expect(none.statusCode).toBe(422);
    expect(textOf(none)).toContain('Give a part of a name');
  });

  it('correct the facts of a member, and keep an invalid birth date in the form', async () => {
    const path = `/operator/members/${flow().otherPlayer.memberId}`;
    const { email } = flow().otherPlayer;
    const facts = {
      act: 'edit',
      firstName: 'Priya',
      lastName: 'Natarajan-Rao',
      birthDate: '31.12.2001',
      gender: 'FEMALE',
      country: 'US',
      email,
    };
    const refused = await submit(path, facts);
    expect(refused.statusCode).toBe(422);
    expect(textOf(refused)).toContain('This must be a date');
    expect(refused.body).toContain('value="31.12.2001"');
    expect(markedOn(refused)).toEqual({
      linked: ['edit-birthDate'],
      invalid: ['input edit-birthDate'],
    });
    const unknown = await submit(path, { ...facts, birthDate: '', gender: 'none' });
    expect(markedOn(unknown)).toEqual({ linked: ['edit-gender'], invalid: ['select edit-gender'] });
    expect(await noticeAfter(path, { ...facts, birthDate: '2001-12-31' })).toContain(
      'The member was changed.',
    );
    expect(await entriesOf('member.edited')).toMatchObject([
      { operator: 'anna', details: { changed: ['lastName', 'birthDate', 'gender', 'country'] } },
    ]);
  });

  it('lock an account, unlock it, and show the link of a reset once', async () => {
    const path = `/operator/members/${flow().otherPlayer.memberId}`;
    expect(await noticeAfter(path, { act: 'lock', reason: 'asked by phone' })).toContain(
      'Nobody can log in to the account',
    );
    expect(await noticeAfter(path, { act: 'unlock' })).toContain('can log in');
    const page = await submit(path, { act: 'reset' });
    expect(textOf(page)).toMatch(/\/account\/password\/new\?token=[\w-]{43}/);
    expect((await browser.open(path)).body).not.toContain('token=');
  });

  it('erase only a member whose number was typed', async () => {
    const { memberId, memberNumber } = await makePlayer(flow(), 'lena.1@example.com');
    const path = `/operator/members/${memberId}/erase`;
    const refused = await submit(path, { act: 'erase', member: '1' });
    expect(textOf(refused)).toContain(`Type ${memberNumber} to erase this member.`);
    expect(await noticeAfter(path, { act: 'erase', member: String(memberNumber) })).toContain(
      'The member was erased.',
    );
    expect((await browser.open(path)).statusCode).toBe(404);
    expect(await entriesOf('member.erased')).toMatchObject([{ operator: 'anna', memberId }]);
  });

  it('erase a member even if the clean-up fails', async () => {
    const { memberId, memberNumber } = await makePlayer(flow(), 'lena.2@example.com');
    await failCleanUp(flow().database);
    const path = `/operator/members/${memberId}/erase`;
    expect(await noticeAfter(path, { act: 'erase', member: String(memberNumber) })).toContain(
      'The member was erased.',
    );
    expect((await browser.open(path)).statusCode).toBe(404);
  });

  it('uphold a disputed match with a reason, and then not offer it', async () => {
    const path = `/operator/matches/${day.matchId}`;
    const refused = await submit(path, { act: 'uphold', reason: '' });
    expect(textOf(refused)).toContain('Enter a reason.');
    expect(markedOn(refused).invalid).toHaveLength(1);
    const upheld = { act: 'uphold', reason: 'The score sheet shows it.' };
    expect(await noticeAfter(path, upheld)).toContain(
      'The result counts, and is no longer disputed.',
    );
    expect(await entriesOf('match.upheld')).toMatchObject([{ operator: 'anna' }]);
    const page = textOf(await browser.open(path));
    expect(page).toContain('Upholding reason The score sheet shows it.');
    expect(page).not.toContain('Uphold this result');
  });

  it('void a match only with a reason, and only once', async () => {
    const path = `/operator/matches/${day.matchId}`;
    const refused = await submit(path, { act: 'void', reason: '' });
    expect(textOf(refused)).toContain('Enter a reason.');
    await submit(path, { act: 'void', reason: 'Never played.' });
    const again = await submit(path, { act: 'void', reason: 'Never played.' });
    expect(again.statusCode).toBe(303);
    expect(await entriesOf('match.voided')).toMatchObject([{ operator: 'anna' }]);
  });

  it('show a held match next to the other report, and release it', async () => {
    const matchId = await reportResult(flow(), { trusted: true, isTwice: true });
    const list = await browser.open('/operator/matches?status=held');
    expect(list.body).toContain(matchId);
    const path = `/operator/matches/${matchId}`;
    const page = await browser.open(path);
    expect(textOf(page)).toContain('court-1-again');
    expect(await noticeAfter(path, { act: 'release' })).toContain('The match counts.');
    expect(await entriesOf('match.released')).toMatchObject([{ operator: 'anna' }]);
    const again = await submit(path, { act: 'release' });
    expect(again.statusCode).toBe(422);
    expect(textOf(again)).toContain('is not held');
  });

  it('list no matches of an unknown member', async () => {
    const page = await browser.open('/operator/matches?memberId=999999');
    expect(page.statusCode).toBe(422);
    expect(textOf(page)).toContain('There is no member 999999.');
    expect(page.body).toContain('value="999999"');
  });

  it('send missed deliveries again, and name a missing field', async () => {
    const path = '/operator/deliveries';
    const act = 'replay';
    expect(textOf(await submit(path, { act }))).toContain('This is missing.');
    const missing = { act, clientId: 'courtside-club', since: 'yesterday' };
    expect(textOf(await submit(path, missing))).toContain('Give a day and a time.');
    const inverted = { ...missing, since: '2026-09-13T00:00', until: '2026-09-12T00:00' };
    expect(textOf(await submit(path, inverted))).toContain('until is not after since');
    const missed = { ...missing, since: '2026-09-12T00:00', status: 'failed' };
    const unread = await submit(path, { ...missed, until: 'noon' });
    expect(unread.statusCode).toBe(422);
    expect(textOf(unread)).toContain('Give a day and a time.');
    expect(markedOn(unread)).toEqual({ linked: ['replay-until'], invalid: ['input replay-until'] });
    expect(await entriesOf('deliveries.replayed')).toEqual([]);
    expect(await noticeAfter(path, missed)).toContain('The deliveries are queued.');
    expect(await entriesOf('deliveries.replayed')).toMatchObject([{ operator: 'anna' }]);
    expect(await noticeAfter(path, missed)).toContain('There are no such deliveries');
  });

  it('show the payload and the response of a delivery as text', async () => {
    await flow()
      .database.updateTable('webhook_delivery')
      .set({ response_body: '<script>alert(1)</script>' })
      .where('id', '=', day.deliveryId)
      .execute();
    const { body } = await browser.open(`/operator/deliveries/${day.deliveryId}`);
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(body).toContain('&quot;type&quot;: &quot;connection.created&quot;');
  });
});
