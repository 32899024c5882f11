import { expect, it } from 'vitest';
import { useAdmin } from '../testing/admin.ts';
import { typedAt as now } from '../testing/operator.ts';

const { send, dependencies, createPartner } = useAdmin();
const list = async (filter = '') => (await send(`GET /audit-entries?${filter}`)).body;
const actions = async (filter?: string) =>
  (await list(filter)).entries.map(({ action }: { action: string }) => action);
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();

it('200: lists the newest entries first, without a secret', async () => {
  const { apiKey, keyId } = await createPartner();
  for (const _ of [1, 2]) await send(`DELETE /keys/${keyId}`);
  expect(await actions()).toEqual(['key.revoked', 'key.created', 'partner.created']);
  expect(JSON.stringify(await list())).not.toContain(apiKey);
});

it('200: filters by time, actor, operator, action, partner, and member together', async () => {
  await createPartner('courtside-club');
  const { database } = dependencies();
  const later = { occurred_at: new Date(minutesLater(10)), actor: 'player' as const };
  await database
    .insertInto('audit_entry')
    .values({ ...later, action: 'password.changed' })
    .execute();
  expect(await actions('partner=courtside-club')).toEqual(['key.created', 'partner.created']);
  expect(await actions('action=key.&operator=ana')).toEqual(['key.created']);
  expect(await actions('operator=ben')).toEqual([]);
  expect(await actions(`since=${minutesLater(10)}`)).toEqual(['password.changed']);
  expect(await actions(`until=${minutesLater(10)}&actor=player`)).toEqual([]);
});

it('200: has pages without a gap or a repetition', async () => {
  const rows = Array.from({ length: 7 }, (_, index) => ({
    occurred_at: now,
    actor: 'service' as const,
    action: 'ratings.rebuilt',
    details: JSON.stringify({ index }),
  }));
  await dependencies().database.insertInto('audit_entry').values(rows).execute();
  const seen: number[] = [];
  let cursor = '';
  do {
    const page = await list(`limit=3${cursor}`);
    seen.push(...page.entries.map(({ details }: { details: { index: number } }) => details.index));
    cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
  } while (cursor !== '');
  expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0]);
});

it('404: refuses a filter that names nobody', async () => {
  for (const filter of ['partner=nobody', 'memberId=99999']) {
    expect(await send(`GET /audit-entries?${filter}`), filter).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  }
});
