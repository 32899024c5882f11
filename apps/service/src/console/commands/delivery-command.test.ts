import { testRows } from '@partner-rating/table-tests';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  insertApplication,
  insertConnection,
  insertEndpoint,
  insertMember,
  noon,
} from '../../testing/builders.ts';
import { after, eventRow, insertDueDeliveries } from '../../webhooks/testing/fixtures.ts';
import { useOperator } from '../testing/operator.ts';

const failed = {
  status: 'failed',
  attempts: 10,
  status_code: 500,
  error_message: 'The endpoint answered 500.',
  response_body: 'out of order',
  next_attempt_at: null,
  completed_at: after(60),
} as const;

describe('deliveries that an operator looks at and makes again', () => {
  const operator = useOperator({ clock: () => after(3_600) });
  const { database, json } = operator;
  let club: string;

  beforeEach(async () => {
    club = await insertApplication(database(), { client_id: 'courtside-club' });
    await insertEndpoint(database(), club, { url: 'https://courtside.example/hooks' });
    await insertApplication(database(), { client_id: 'rally-league' });
  });

  const run = async (...words: string[]) => await operator.run('delivery', ...words);
  const insert = async (given: Parameters<typeof insertDueDeliveries>[3] = {}) => {
    const [id = ''] = await insertDueDeliveries(database(), club, 1, given);
    return id;
  };
  const listed = async (...words: string[]) =>
    (await json('delivery', 'list', ...words)).map(({ deliveryId }) => deliveryId);
  const shown = async (id: string) => (await json('delivery', 'show', id))[0];

  it('are listed, the last written first, on one line each', async () => {
    const first = await insert(failed);
    const second = await insert({ created_at: after(60) });
    expect((await run('list')).split('\n')).toEqual([
      `${second}  ${after(60).toISOString()}  courtside-club  connection.created  pending  0 attempts  next ${noon.toISOString()}`,
      `${first}  ${noon.toISOString()}  courtside-club  connection.created  failed  10 attempts  500 The endpoint answered 500.`,
    ]);
  });

  it('are found by partner, status, event, endpoint and time, in pages', async () => {
    const first = await insert(failed);
    const second = await insert({ ...eventRow('rating.updated'), created_at: after(60) });
    expect(await listed('--status', 'failed')).toEqual([first]);
    expect(await listed('--event', 'rating.updated')).toEqual([second]);
    expect(await listed('--partner', 'courtside-club', '--endpoint', 'whe_0')).toEqual([]);
    expect(await listed('--partner', 'rally-league')).toEqual([]);
    expect(await listed('--since', after(60).toISOString())).toEqual([second]);
    expect(await listed('--until', after(60).toISOString())).toEqual([first]);
    expect((await run('list', '--limit', '1')).split('\n').at(-1)).toBe(
      `There may be more: add --before ${second}`,
    );
    expect(await listed('--before', second)).toEqual([first]);
    expect(await run('list', '--before', first)).toBe('There is no such delivery.');
  });

  it('are shown with what was sent and what was answered', async () => {
    const id = await insert(failed);
    const lines = (await run('show', id)).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'Partner       courtside-club',
        'Attempts      10 of 10',
        'Answer        500 The endpoint answered 500.',
        'Answered      out of order',
        expect.stringMatching(/^Sent {10}\{"type":"connection\.created"/),
      ]),
    );
    expect(await shown(id)).toMatchObject({ payload: { type: 'connection.created' } });
  });

  it('say so where what was sent is forgotten', async () => {
    const payload = JSON.stringify({ type: 'rating.updated', timestamp: noon, data: {} });
    const id = await insert({ ...failed, event_type: 'rating.updated', payload });
    expect(await run('show', id)).toContain('forgotten: the player withdrew consent');
  });

  it('are made again one by one, to the address of now, and audited', async () => {
    const id = await insert(failed);
    expect(await run('redeliver', id)).toContain('is queued to https://courtside.example/hooks');
    expect(await shown(id)).toMatchObject({ status: 'pending', attempts: 0 });
    expect((await json('audit', 'list'))[0]).toMatchObject({
      actor: 'operator',
      action: 'delivery.redelivered',
      clientId: 'courtside-club',
      details: { deliveryId: id },
    });
  });

  it('are made again all that failed in a time, and audited', async () => {
    const since = ['--since', noon.toISOString()];
    await insert({ ...failed, created_at: after(-60) });
    const missed = [await insert(failed), await insert(failed)];
    expect(await run('replay', 'courtside-club', ...since)).toBe(
      '2 deliveries are queued to courtside-club.',
    );
    expect((await listed('--status', 'pending')).toSorted()).toEqual(missed.toSorted());
    expect((await json('audit', 'list'))[0]).toMatchObject({
      action: 'deliveries.replayed',
      details: { deliveries: 2 },
    });
  });

  it('are not made again where the player withdrew consent', async () => {
    const { id: memberId } = await insertMember(database());
    await insertConnection(database(), club, memberId, ['user:rating:read']);
    const id = await insert({ ...failed, ...eventRow('rating.updated'), member_id: memberId });
    await expect(run('redeliver', id)).rejects.toThrow(/withdrew user:webhook:subscribe/);
  });

  it('are not made again where the endpoint is disabled or gone', async () => {
    const id = await insert(failed);
    const replay = () => run('replay', 'courtside-club', '--since', noon.toISOString());
    await database().updateTable('webhook_endpoint').set({ status: 'disabled' }).execute();
    await expect(run('redeliver', id)).rejects.toThrow(/is disabled.*setting it again/);
    await expect(replay()).rejects.toThrow(/is disabled/);
    await database().deleteFrom('webhook_endpoint').execute();
    await expect(run('redeliver', id)).rejects.toThrow(/was deleted/);
    await expect(replay()).rejects.toThrow(/no such endpoint/);
  });

  testRows<[string, string[], RegExp]>([
    ['show of none', ['show', 'whd_0'], /no delivery whd_0/],
    ['redeliver of none', ['redeliver', 'whd_0'], /no delivery whd_0/],
    ['list after none', ['list', '--before', 'whd_0'], /no delivery whd_0/],
    ['list of no partner', ['list', '--partner', 'nobody'], /no partner .*nobody/],
    ['replay of no partner', ['replay', 'nobody', '--since', '2026-09-12'], /no partner .*nobody/],
    [
      'replay that ends before it begins',
      ['replay', 'courtside-club', '--since', '2026-09-12', '--until', '2026-09-11'],
      /The end is not after the beginning/,
    ],
  ])('are refused where there is none, or no such partner or time', async (_, words, message) => {
    const refused = run(...words);
    await expect(refused).rejects.toThrow(message);
  });
});
