import { testRows } from '@partner-rating/table-tests';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type EndpointService,
  endpointAt,
  endpointService,
} from '../test-support/endpoint-service.ts';
import { closedPort, rejection } from '../test-support/local-server.ts';
import { type KnownWebhookEvent, signWebhook } from '../webhooks/index.ts';
import { listen } from './listen.ts';
import { CommandError, type ListenOptions } from './options.ts';

const event: KnownWebhookEvent = {
  type: 'rating.updated',
  timestamp: '2026-09-12T18:04:11Z',
  data: {
    memberId: 10482,
    id: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0',
    displayName: 'Mike B.',
    sport: 'pickleball',
    previousRating: 4.231,
    newRating: 4.268,
    changedAt: '2026-09-12T18:04:11Z',
    splits: {},
    sequence: 58,
  },
};
const production = 'https://courtside.example/hooks';
const marked = (url: string) => `${url}?partner-rating-listen=1`;

/** The running command; it ends with the test. */
async function running(service: EndpointService, changes: Partial<ListenOptions> = {}) {
  const printed: string[] = [];
  const said: string[] = [];
  const ending = new AbortController();
  const ready = Promise.withResolvers<void>();
  const ended = listen(
    {
      apiKey: 'prk_test',
      baseUrl: service.baseUrl,
      environment: 'local',
      port: 0,
      url: undefined,
      events: undefined,
      json: false,
      ...changes,
    },
    {
      print: (line) => printed.push(line),
      log: (line) => {
        said.push(line);
        if (line.includes('Ctrl-C')) ready.resolve();
      },
    },
    ending.signal,
  );
  onTestFinished(async () => {
    ending.abort();
    await ended.catch(() => {});
  });
  await Promise.race([ready.promise, ended]);
  const [, url = ''] = / at (http\S+)\. Press/.exec(said.join('\n')) ?? [];
  return {
    printed,
    said,
    url,
    end: async () => {
      ending.abort();
      await ended;
    },
    /** Posts an event like the service, and returns the status of the response. */
    post: async (
      secret = service.secret,
      options = {},
      body: KnownWebhookEvent | string = event,
    ) => {
      const signed = await signWebhook(body, { secret, id: 'evt_1', ...options });
      return (await fetch(url, { method: 'POST', ...signed })).status;
    },
  };
}

describe('webhooks listen', () => {
  test('adds an endpoint to the others, prints its events, and removes it', async () => {
    const others = [endpointAt(production), endpointAt(`${production}/2`)];
    const service = await endpointService({ endpoints: others });
    const { printed, said, url, post, end } = await running(service);
    expect(url).toMatch(/^http:\/\/localhost:\d+\/hooks$/);
    expect(service.endpoints).toMatchObject([...others, { url: marked(url) }]);
    expect(said).toEqual([expect.stringContaining('Receiving rating.updated, connection.created')]);

    expect(await post()).toBe(204);
    expect(printed).toHaveLength(1);
    expect(printed[0]).toMatch(
      /^\d\d:\d\d:\d\d {2}rating\.updated +Mike B\. \(10482\), pickleball: 4\.231 → 4\.268, sequence 58 {2}evt_1$/,
    );

    await end();
    expect(service.endpoints).toEqual(others);
    expect(said.at(-1)).toBe('Removed the endpoint.');
    await expect(fetch(url, { method: 'POST' })).rejects.toThrow();
  });

  test('prints a redelivered event again, and marks it', async () => {
    const { printed, post } = await running(await endpointService());
    await post();
    await post();
    expect(printed[0]).not.toContain('again');
    expect(printed[1]).toMatch(/ {2}evt_1 {2}\(again\)$/);
  });

  test('prints whole events with --json', async () => {
    const { printed, post } = await running(await endpointService(), { json: true });
    await post(undefined, { sentAt: new Date('2099-01-01T00:00:00Z') }).then((status) =>
      expect(status).toBe(401),
    );
    await post();
    expect(printed).toHaveLength(1);
    expect(JSON.parse(printed[0] ?? '')).toMatchObject({ id: 'evt_1', event });
  });

  test('receives only the events that --events names', async () => {
    const service = await endpointService();
    await running(service, { events: ['connection.revoked'] });
    expect(service.endpoints).toMatchObject([{ events: ['connection.revoked'] }]);
  });

  test('prints no event with a wrong signature, and says why', async () => {
    const { printed, said, post } = await running(await endpointService());
    expect(await post(`whsec_${btoa('a secret of somebody else')}`)).toBe(401);
    expect(printed).toEqual([]);
    expect(said.at(-1)).toContain('No signature in webhook-signature matches');
  });

  testRows([
    [405, 'POST', { method: 'GET' }],
    [401, null, { method: 'POST', body: '{}' }],
  ])('refuses requests that are not webhooks', async (status, allowed, request) => {
    const { url } = await running(await endpointService());
    const answer = await fetch(url, request);
    expect([answer.status, answer.headers.get('allow')]).toEqual([status, allowed]);
  });

  test('keeps running after a large body and an aborted request', async () => {
    const { printed, url, post } = await running(await endpointService());
    const large = await fetch(url, { method: 'POST', body: 'x'.repeat(2_000_000) });
    expect(large.status).toBe(413);
    const breaking = new ReadableStream({
      pull: (controller) => controller.error(new Error('It broke off.')),
    });
    await fetch(url, { method: 'POST', body: breaking, duplex: 'half' } as RequestInit).catch(
      () => {},
    );
    expect(await post()).toBe(204);
    expect(printed).toHaveLength(1);
  });
});

describe('an endpoint of an earlier run', () => {
  test('is replaced if it has the same URL, and removed at the end', async () => {
    const port = await closedPort();
    const url = marked(`http://localhost:${port}/hooks`);
    const service = await endpointService({ endpoints: [endpointAt(url)] });
    const { said, post, end } = await running(service, { port });
    expect(service.endpoints).toHaveLength(1);
    expect(said[0]).toBe('Replaced the endpoint of an earlier run.');
    expect(await post()).toBe(204);
    await end();
    expect(service.endpoints).toEqual([]);
  });

  testRows([
    ['an endpoint of another program at the same URL', production],
    ['an endpoint of an earlier run at another URL', marked('https://other-tunnel.example/hooks')],
  ])('stays if it belongs to another program or URL', async (_, url) => {
    const other = endpointAt(url);
    const service = await endpointService({ endpoints: [other] });
    const { end } = await running(service, { url: production });
    await end();
    expect(service.endpoints).toEqual([other]);
  });

  test('is removed if its creation failed after the service created it', async () => {
    const service = await endpointService();
    service.failing.add('POST webhook-endpoints');
    await expect(running(service)).rejects.toThrow('503');
    expect(service.endpoints).toEqual([]);
  });

  test('may have been removed by somebody else', async () => {
    const service = await endpointService();
    const { said, end } = await running(service);
    service.endpoints = [];
    await end();
    expect(said.at(-1)).toBe('Somebody else removed the endpoint.');
  });
});

describe('an error says what to do', () => {
  test('if the service does not send to this machine', async () => {
    const service = await endpointService({ accepts: (url) => url.startsWith('https:') });
    const error = await rejection(running(service));
    expect(String(error)).toContain('The URL must begin with https://.');
    expect(String(error)).toMatch(/WEBHOOK_PRIVATE_TARGETS=localhost:\d+\./);
    expect(String(error)).toContain('--url');
  });

  test('only once if the service gives the same advice', async () => {
    const service = await endpointService({
      accepts: (url) => url.startsWith('https:'),
      advice: (url) => `Start the service with WEBHOOK_PRIVATE_TARGETS=${new URL(url).host}.`,
    });
    const text = String(await rejection(running(service)));
    expect(text.match(/WEBHOOK_PRIVATE_TARGETS/g)).toHaveLength(1);
    expect(text).toContain('--url');
  });

  test('if the endpoint cannot be removed at the end', async () => {
    const service = await endpointService();
    const { url, end } = await running(service);
    service.failing.add('DELETE webhook-endpoints');
    await expect(end()).rejects.toThrow(`Could not remove the endpoint ${marked(url)}:`);
  });

  test('if the application has reached its limit of endpoints', async () => {
    const endpoints = Array.from({ length: 10 }, () => endpointAt(production));
    const error = await rejection(running(await endpointService({ endpoints })));
    expect(error).toBeInstanceOf(CommandError);
    expect(String(error)).toContain('webhooks.deleteEndpoint');
  });

  test('if the service fails at the start and at the end', async () => {
    const service = await endpointService();
    service.failing.add('POST webhook-endpoints').add('DELETE webhook-endpoints');
    const error = await rejection(running(service));
    expect(error).toBeInstanceOf(CommandError);
    expect(String(error)).toMatch(/Could not remove the endpoint http:\/\/localhost:\d+\/hooks/);
  });

  test('if the port is in use', async () => {
    const { url } = await running(await endpointService());
    const port = Number(new URL(url).port);
    const service = await endpointService();
    await expect(running(service, { port })).rejects.toThrow(`Port ${port} cannot be used`);
    expect(service.asked).toEqual([]);
  });

  testRows([
    [{ baseUrl: 'ratings' }, 'baseUrl'],
    [{ baseUrl: undefined, environment: 'nowhere' }, 'Unknown environment "nowhere".'],
    [{ apiKey: 'prk 1' }, 'apiKey'],
  ])('if an option is invalid', async (options, word) => {
    const error = await rejection(running(await endpointService(), options));
    expect(error).toBeInstanceOf(CommandError);
    expect(String(error)).toContain(word);
  });
});
