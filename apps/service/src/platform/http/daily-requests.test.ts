import type { Principal } from '@partner-rating/server';
import { expect, it } from 'vitest';
import { createPartner } from '../../admin/partner/partners.ts';
import { operatorDependencies } from '../../admin/testing/operator-dependencies.ts';
import { createDailyRequests } from './daily-requests.ts';

const log = { warn: () => {} };
const reply = (statusCode: number) => ({ statusCode });
const from = (applicationId: string) => ({
  principal: { kind: 'key', scopes: new Set<string>(), applicationId } as Principal,
});

it('what several instances count of a day is added up, and nothing of who is no partner', async () => {
  let now = new Date('2026-09-12T23:59:00Z');
  const dependencies = await operatorDependencies({ kind: 'pglite', clock: () => now });
  const redirectUris = ['https://courtside.example/callback'];
  const partner = { clientId: 'courtside-club', name: 'Courtside Club', redirectUris };
  const { applicationId } = await createPartner(dependencies, partner);
  for (const statuses of [[200, 422, 500], [200]]) {
    const daily = createDailyRequests(dependencies, { log });
    for (const status of statuses) daily.count(from(applicationId), reply(status));
    daily.count({ principal: null }, reply(200));
    await daily.stop();
  }
  now = new Date('2026-09-13T00:01:00Z');
  const daily = createDailyRequests(dependencies, { log });
  daily.count(from(applicationId), reply(200));
  await daily.stop();
  const rows = dependencies.database.selectFrom('daily_requests').selectAll().orderBy('day');
  expect(await rows.execute()).toEqual([
    { day: '2026-09-12', application_id: applicationId, requests: 4, failures: 1 },
    { day: '2026-09-13', application_id: applicationId, requests: 1, failures: 0 },
  ]);
});

it('what the database does not take is counted again by the next write', async () => {
  const dependencies = await operatorDependencies({ kind: 'pglite' });
  const redirectUris = ['https://courtside.example/callback'];
  const partner = { clientId: 'courtside-club', name: 'Courtside Club', redirectUris };
  const daily = createDailyRequests(dependencies, { log });
  // Nobody yet, so that the row refers to nothing and is refused.
  daily.count(from('app_none'), reply(200));
  await daily.stop();
  const { applicationId } = await createPartner(dependencies, partner);
  await dependencies.database
    .updateTable('application')
    .set({ id: 'app_none' })
    .where('id', '=', applicationId)
    .execute();
  await daily.stop();
  const rows = await dependencies.database.selectFrom('daily_requests').selectAll().execute();
  expect(rows).toMatchObject([{ application_id: 'app_none', requests: 1 }]);
});
