import type { Operation, Principal } from '@partner-rating/server';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createKey } from '../../console/actions/keys.ts';
import { createPartner } from '../../console/actions/partners.ts';
import { operatorDependencies } from '../../console/testing/operator.ts';
import { insertAccessToken, insertConnection, insertMember } from '../../testing/builders.ts';
import { DailyRequests } from './daily-requests.ts';

const partner = {
  clientId: 'courtside-club',
  name: 'Courtside Club',
  redirectUris: ['https://courtside.example/callback'],
};
const log = { warn: () => {} };
const reply = (statusCode: number) => ({ statusCode });
const operation = { id: 'matches.submit' } as Operation;
const from = (applicationId: string, called = operation) => ({
  principal: { kind: 'key', scopes: new Set<string>(), applicationId } as Principal,
  headers: {},
  operation: called,
});
const nobody = { principal: null, operation };

it('the daily count adds up the counts of several instances, and ignores callers without an application', async () => {
  let now = new Date('2026-09-12T23:59:00Z');
  const dependencies = await operatorDependencies({ kind: 'pglite', clock: () => now });
  const { applicationId } = await createPartner(dependencies, partner);
  for (const statuses of [[200, 422, 500], [200]]) {
    const daily = new DailyRequests(dependencies, { log });
    for (const status of statuses) daily.count(from(applicationId), reply(status));
    daily.count({ ...nobody, headers: {} }, reply(200));
    await daily.stop();
  }
  now = new Date('2026-09-13T00:01:00Z');
  const daily = new DailyRequests(dependencies, { log });
  daily.count(from(applicationId), reply(200));
  daily.count(from(applicationId, { id: 'members.get' } as Operation), reply(404));
  await daily.stop();
  const rows = dependencies.database.selectFrom('daily_requests').selectAll();
  const of = { application_id: applicationId, operation_id: 'matches.submit' };
  expect(await rows.orderBy('day').orderBy('operation_id', 'asc').execute()).toEqual([
    { ...of, day: '2026-09-12', requests: 4, errors: 1, failures: 1 },
    { ...of, day: '2026-09-13', requests: 1, errors: 0, failures: 0 },
    { ...of, day: '2026-09-13', operation_id: 'members.get', requests: 1, errors: 1, failures: 0 },
  ]);
});

it('requests are counted with the next write if the database refuses one', async () => {
  const dependencies = await operatorDependencies({ kind: 'pglite' });
  const daily = new DailyRequests(dependencies, { log });
  // The application does not exist yet, so the foreign key refuses the row.
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

it('failures during an outage are assigned to their applications once the database answers', async () => {
  const now = new Date('2026-09-12T09:00:00Z');
  const dependencies = await operatorDependencies({ kind: 'pglite', clock: () => now });
  const { database } = dependencies;
  const { applicationId } = await createPartner(dependencies, partner);
  const { apiKey } = await createKey(dependencies, { clientId: partner.clientId });
  const { id: memberId } = await insertMember(database);
  const connectionId = await insertConnection(database, applicationId, memberId);
  const accessToken = await insertAccessToken(database, connectionId, ['user:profile:read']);
  const basic = Buffer.from(`${partner.clientId}:${apiKey}`).toString('base64');
  const daily = new DailyRequests(dependencies, { log });
  const ofPartner = [
    { 'x-api-key': apiKey },
    { authorization: `Bearer ${accessToken}` },
    { authorization: `Basic ${basic}` },
  ];
  const ofNobody = [{}, { 'x-api-key': 'prk_unknown' }, { authorization: 'Bearer' }];
  for (const headers of [...ofPartner, ...ofNobody]) {
    daily.count({ ...nobody, headers }, reply(503));
    daily.count({ ...nobody, headers }, reply(401));
  }
  const rows = () => database.selectFrom('daily_requests').selectAll().execute();

  // While the database does not answer, no count is lost.
  await sql`alter table api_key rename to api_key_gone`.execute(database);
  await daily.stop();
  expect(await rows()).toEqual([]);
  await sql`alter table api_key_gone rename to api_key`.execute(database);
  for (const _time of [1, 2]) await daily.stop();
  const of = { day: '2026-09-12', application_id: applicationId, operation_id: operation.id };
  expect(await rows()).toEqual([{ ...of, requests: 3, errors: 0, failures: 3 }]);
});
