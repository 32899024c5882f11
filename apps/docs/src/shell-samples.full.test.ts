import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { example } from '@partner-rating/client/testing';
import { signWebhook } from '@partner-rating/client/webhooks';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { openShell, shellOf } from './testing/shell.ts';

/** The pieces of a guide that send requests. */
const requestsOf = (guide: string) => shellOf(guide).filter((piece) => piece.includes('curl '));

const docs = fileURLToPath(new URL('..', import.meta.url));

interface Identified {
  id: string;
}

describe('over a fresh service', () => {
  const { origin, directory, port } = inject('service');

  it('each piece of code in the guide without an SDK works', async () => {
    const facts = JSON.parse(readFileSync(`${directory}/.data/demo.json`, 'utf8'));
    const [one, other] = facts.otherMembers.map(({ memberId }: { memberId: number }) => memberId);
    const event = example('events.ratingUpdated');
    const secret = `whsec_${btoa('a secret for this guide alone')}`;
    const signed = await signWebhook(event, { secret });
    const shell = openShell(directory, {
      PLAYER: `${one}`,
      OPPONENT: `${other}`,
      WEBHOOK_SECRET: secret,
      WEBHOOK_ID: signed.headers['webhook-id'],
      WEBHOOK_TIMESTAMP: signed.headers['webhook-timestamp'],
      BODY: signed.body,
    });
    onTestFinished(shell.close);
    const [variables = '', usage, pages, retry, csv, signature, connect, ...rest] =
      shellOf('without-an-sdk');
    await shell.run(
      variables.replace('http://localhost:3001', origin).replace('prk_…', facts.apiKey),
    );
    expect(JSON.parse(await shell.run(usage ?? 'false'))).toMatchObject({ limit: 600 });

    const found = (await shell.run(pages ?? 'false')).trim().split('\n');
    const ids = found.flatMap((page) => JSON.parse(page).players.map(({ id }: Identified) => id));
    expect(found.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);

    expect(JSON.parse(await shell.run(retry ?? 'false'))).toMatchObject({ code: 'not_found' });
    const { matches } = JSON.parse(await shell.run(csv ?? 'false'));
    expect(matches).toMatchObject([{ status: 'projected' }, { status: 'projected' }]);
    expect(`v1,${await shell.run(signature ?? 'false')}`.trim()).toBe(
      signed.headers['webhook-signature'],
    );
    expect(await shell.run(connect ?? 'false')).toContain('"authorization_url"');
    expect(rest).toEqual([]);
  });

  it('the requests in the guides work as the guides say', async () => {
    const { ownApplications } = JSON.parse(readFileSync(`${directory}/.data/demo.json`, 'utf8'));
    const shell = openShell(directory, {
      BASE: `${origin}/api/v1`,
      SERVICE_API_KEY: ownApplications[0].apiKey,
      FILE: `${docs}guides/samples/lone-star-mixed-doubles.json`,
    });
    onTestFinished(shell.close);
    const run = async (piece: string | undefined) =>
      await shell.run(
        (piece ?? 'false')
          .replaceAll('http://localhost:3001', origin)
          .replaceAll('localhost:8080', `localhost:${port}`),
      );

    const [authorizeAndExchange] = requestsOf('connect-flow');
    const [authorize = '', exchange = ''] = (authorizeAndExchange ?? '').split(/\n\n/);
    expect(await run(authorize)).toContain('"authorization_url"');
    expect(await run(exchange)).toContain('"invalid_grant"');

    const [createEndpoint] = requestsOf('webhooks');
    expect(JSON.parse(await run(createEndpoint))).toMatchObject({
      url: 'https://courtside.example/hooks',
      secret: expect.stringMatching(/^whsec_/),
    });

    const [dryRun, importIt] = requestsOf('tournaments');
    const counts = { matchesImported: 16, existingPlayersMatched: 12, ghostPlayersCreated: 4 };
    expect(JSON.parse(await run(dryRun))).toMatchObject({ ...counts, dryRun: true });
    expect(JSON.parse(await run(importIt))).toMatchObject({ ...counts, dryRun: false });

    const [wrongKey] = requestsOf('errors');
    expect(JSON.parse(await run(wrongKey))).toMatchObject({ status: 401, code: 'unauthenticated' });

    const [usage] = requestsOf('limits');
    expect(JSON.parse(await run(usage))).toMatchObject({ limit: 600 });
  });
});

it('the requests in the guide to the mock get the responses that it names', async () => {
  const origin = inject('mock');
  const shell = openShell('.');
  onTestFinished(shell.close);
  const answers: unknown[] = [];
  for (const piece of requestsOf('mock-and-sandbox')) {
    answers.push(JSON.parse(await shell.run(piece.replaceAll('http://localhost:4010', origin))));
  }
  expect(answers).toMatchObject([
    { displayName: 'Mike B.' },
    { displayName: 'Sofia L.', status: { isConnected: false } },
    { code: 'rate_limited' },
  ]);
});

it('the curl tabs get the same responses as the programs next to them', async () => {
  const shell = openShell('.', {
    BASE: `${inject('mock')}/api/v1`,
    SERVICE_API_KEY: 'prk_any',
  });
  onTestFinished(shell.close);
  const pieces = ['predictions', 'submitting-matches', 'leaderboards']
    .flatMap(requestsOf)
    .flatMap((piece) => piece.split('\n\n'));
  const answers: unknown[] = [];
  for (const piece of pieces) answers.push(JSON.parse(await shell.run(piece)));
  expect(answers).toMatchObject([
    { predictions: expect.anything() },
    { lineups: expect.anything() },
    { ratingChanges: expect.anything() },
    { players: expect.anything() },
    { rank: expect.anything() },
  ]);
});
