import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PartnerRatingClient } from '@partner-rating/client';
import { beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { type Facts, readFacts } from '../src/start/facts.ts';

const manifest = new URL(import.meta.resolve('@partner-rating/client/package.json'));
const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as {
  bin: { 'partner-rating': string };
};
const command = fileURLToPath(new URL(bin['partner-rating'], manifest));

describe('the command webhooks listen, over the real service', () => {
  let facts: Facts;
  let client: PartnerRatingClient;

  beforeEach(async () => {
    facts = await readFacts(inject('dataDirectory'));
    client = new PartnerRatingClient({ apiKey: facts.apiKey, baseUrl: inject('serviceAddress') });
    await deleteEndpoints();
    onTestFinished(deleteEndpoints);
  });

  async function deleteEndpoints(): Promise<void> {
    const { endpoints } = await client.webhooks.listEndpoints();
    for (const { id } of endpoints) await client.webhooks.deleteEndpoint(id);
  }

  function start(...options: string[]) {
    const words = ['webhooks', 'listen', '--base-url', inject('serviceAddress')];
    const port = String(inject('listeningPort'));
    const child = spawn(process.execPath, [command, ...words, '--port', port, ...options], {
      env: { PATH: process.env.PATH, SERVICE_API_KEY: facts.apiKey },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    const ended = once(child, 'close').then(([code]) => code as number | null);
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const remarks = createInterface(child.stderr)[Symbol.asyncIterator]();
    return {
      /** The next line about an event. */
      nextEvent: async () => (await lines.next()).value ?? '',
      /** The next line about anything else. */
      nextRemark: async () => (await remarks.next()).value ?? '',
      end: async () => {
        child.kill('SIGINT');
        return await ended;
      },
      ended,
    };
  }

  async function submitMatch(loser: number): Promise<void> {
    const [one, other] = facts.otherMembers;
    await client.matches.submit({
      sport: 'pickleball',
      winScore: 11,
      winBy: 2,
      matches: [
        {
          identifier: crypto.randomUUID(),
          teams: [[one?.id ?? ''], [other?.id ?? '']],
          games: [{ scores: [11, loser] }],
        },
      ],
    });
  }

  it('prints the verified events of a match that is submitted, and deletes its endpoint', async () => {
    const { nextRemark, nextEvent, end } = start('--events', 'rating.updated');
    expect(await nextRemark()).toContain('Receiving rating.updated at http://localhost:');
    await submitMatch(4);
    const events = [await nextEvent(), await nextEvent()].join('\n');
    for (const { memberId } of facts.otherMembers.slice(0, 2)) {
      // A player who has not played pickleball before is rated for the first time.
      const change = String.raw`(\d\.\d{3} →|rated) \d\.\d{3}`;
      expect(events).toMatch(
        new RegExp(String.raw`rating\.updated .+\(${memberId}\), pickleball: ${change}`),
      );
    }
    expect(await end()).toBe(0);
    expect(await nextRemark()).toContain('Removed the endpoint');
    expect((await client.webhooks.listEndpoints()).endpoints).toEqual([]);
  });

  it('keeps an existing endpoint, and listens with a second one', async () => {
    const url = `http://127.0.0.1:${inject('clubPort')}/hooks`;
    await client.webhooks.createEndpoint({ url, events: ['rating.updated'] });
    const { nextRemark, nextEvent, end } = start();
    expect(await nextRemark()).toContain('Receiving');
    expect((await client.webhooks.listEndpoints()).endpoints).toHaveLength(2);
    // Another score, because the same match would be a duplicate.
    await submitMatch(5);
    expect(await nextEvent()).toContain('rating.updated');
    expect(await end()).toBe(0);
    const { endpoints } = await client.webhooks.listEndpoints();
    expect(endpoints).toMatchObject([{ url, events: ['rating.updated'] }]);
  });

  it('explains how the service is allowed to send to this machine', async () => {
    const { nextRemark, ended } = start('--url', 'http://localhost:4999/hooks');
    expect(await ended).toBe(1);
    const remarks = [await nextRemark(), await nextRemark(), await nextRemark()].join('\n');
    expect(remarks).toContain('must begin with https://');
    expect(remarks).toContain('WEBHOOK_PRIVATE_TARGETS=localhost:4999');
  });
});
