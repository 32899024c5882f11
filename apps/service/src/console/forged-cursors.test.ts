import { readAdminContract } from '@partner-rating/spec/contract';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { insertApplication } from '../testing/builders.ts';
import { insertJob } from './jobs/store/jobs.ts';
import { adminSender, useAdmin } from './testing/admin.ts';
import { operatorDependencies } from './testing/operator.ts';

const jobId = 'job_01jq8z6v3mfb7s4d2k9c5x1ha0';

const lists = readAdminContract()
  .operations()
  .filter(({ pagination }) => pagination !== null);

/** Returns the path of a list, in a service with one partner and one job. */
const pathOf = (path: string) =>
  path.replace('{clientId}', 'courtside-club').replace('{jobId}', jobId);

async function openService() {
  const dependencies = await operatorDependencies();
  const { database } = dependencies;
  await insertApplication(database, { client_id: 'courtside-club' });
  const times = { createdAt: new Date(0), leaseUntil: new Date(0), expiresAt: new Date(8e12) };
  const job = { id: jobId, kind: 'ratings_rebuild', input: {}, createdBy: 'ana', ...times };
  await database.transaction().execute(async (transaction) => insertJob(transaction, job));
  return adminSender(dependencies);
}

const refused = {
  status: 400,
  body: {
    code: 'validation_failed',
    errors: [{ pointer: '/query/cursor', code: 'invalid_cursor' }],
  },
};

const forged = [
  'abc',
  '-1',
  '1.5',
  '1e3',
  'NaN',
  '{"before":-1}',
  '9'.repeat(16),
  '9'.repeat(30),
  'evt_01jq8z6v3mfb7s4d2k9c5x1ha0',
  `${jobId}\n`,
  "' or true --",
  'Zoë',
  '\u0000',
];

// The lists by name begin after any name, whether somebody has it or not.
const byName = ['partners.list', 'operators.list'];
const forgedNames = ["' or true --", 'Zoë', '\u0000', `${jobId}\n`];

testRows(lists)('400 invalid_cursor: a list refuses a cursor that it never gives', async (list) => {
  const send = await openService();
  for (const text of byName.includes(list.id) ? forgedNames : forged) {
    const cursor = Buffer.from(text).toString('base64url');
    const query = new URLSearchParams({
      cursor,
      ...(list.id === 'members.find' && { text: 'zoe' }),
    });
    const answer = await send(`GET ${pathOf(list.path)}?${query}`);
    expect({ text, ...answer }).toMatchObject({ text, ...refused });
  }
});

it('400 invalid_cursor: the differences of a job refuse a number that no row can have', async () => {
  const send = await openService();
  const read = async (text: string) =>
    await send(`GET /jobs/${jobId}/differences?cursor=${Buffer.from(text).toString('base64url')}`);
  expect(await read('2147483648')).toMatchObject(refused);
  expect(await read('2147483647')).toMatchObject({ status: 200, body: { differences: [] } });
});

describe('the webhook endpoints of a partner', () => {
  const { send, createPartner } = useAdmin();

  it('200: are listed in pages, and go on after an endpoint that was deleted', async () => {
    await createPartner();
    const path = '/partners/courtside-club/webhook-endpoints';
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three']) {
      const body = { url: `https://courtside.example/${name}` };
      ids.push((await send(`POST ${path}`, { body })).body.id);
    }
    const [first = '', ...others] = ids.toSorted();
    const page = (await send(`GET ${path}?limit=1`)).body;
    expect(page.endpoints).toMatchObject([{ id: first }]);
    expect((await send(`DELETE ${path}/${first}`)).status).toBe(204);
    const rest = (await send(`GET ${path}?cursor=${page.nextCursor}`)).body;
    expect(rest).toMatchObject({ endpoints: others.map((id) => ({ id })), nextCursor: null });
  });
});
