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

/** The command at work, until the test ends it. */
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
      replace: false,
      secret: undefined,
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
  const [, url = ''] = / at (http\S+)\. Ctrl-C/.exec(said.join('\n')) ?? [];
  return {
    printed,
    said,
    url,
    end: async () => {
      ending.abort();
      await ended;
    },
    /** Posts as the service does; gives the status of the answer. */
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
  test('sets an endpoint where there is none, prints what comes, and removes it', async () => {
    const service = await endpointService();
    const { printed, said, url, post, end } = await running(service);
    expect(url).toMatch(/^http:\/\/localhost:\d+\/hooks$/);
    expect(service.endpoint?.url).toBe(url);
    expect(said.at(-1)).toContain('Receiving rating.updated, connection.created');

    expect(await post()).toBe(204);
    expect(printed).toHaveLength(1);
    expect(printed[0]).toMatch(
      /^\d\d:\d\d:\d\d {2}rating\.updated +Mike B\. \(10482\), pickleball: 4\.231 → 4\.268, sequence 58 {2}evt_1$/,
    );

    await end();
    expect(service.endpoint).toBeNull();
    expect(said.at(-1)).toContain('removed');
    await expect(fetch(url, { method: 'POST' })).rejects.toThrow();
  });

  test('prints an event again that is sent again, and says so', async () => {
    const { printed, post } = await running(await endpointService());
    await post();
    await post();
    expect(printed[0]).not.toContain('again');
    expect(printed[1]).toMatch(/ {2}evt_1 {2}\(again\)$/);
  });

  test('prints events whole with --json', async () => {
    const { printed, post } = await running(await endpointService(), { json: true });
    await post(undefined, { sentAt: new Date('2099-01-01T00:00:00Z') }).then((status) =>
      expect(status).toBe(401),
    );
    await post();
    expect(printed).toHaveLength(1);
    expect(JSON.parse(printed[0] ?? '')).toMatchObject({ id: 'evt_1', event });
  });

  test('sets the events of --events', async () => {
    const service = await endpointService();
    await running(service, { events: ['connection.revoked'] });
    expect(service.endpoint?.events).toEqual(['connection.revoked']);
  });

  test('prints nothing that is not signed, and says why', async () => {
    const { printed, said, post } = await running(await endpointService());
    expect(await post(`whsec_${btoa('a secret of somebody else')}`)).toBe(401);
    expect(printed).toEqual([]);
    expect(said.at(-1)).toContain('No signature in webhook-signature matches');
  });

  test.each([
    [405, 'POST', { method: 'GET' }],
    [401, null, { method: 'POST', body: '{}' }],
  ])('answers %i to what is no webhook', async (status, allowed, request) => {
    const { url } = await running(await endpointService());
    const answer = await fetch(url, request);
    expect([answer.status, answer.headers.get('allow')]).toEqual([status, allowed]);
  });

  test('survives a body that is too large, and a request that breaks off', async () => {
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

describe('where another endpoint is set', () => {
  test('it refuses, and changes nothing', async () => {
    const service = await endpointService({ endpoint: endpointAt(production) });
    const error = await rejection(running(service));
    expect(error).toBeInstanceOf(CommandError);
    expect(String(error)).toContain(production);
    expect(String(error)).toContain('--replace');
    expect(service.asked).toEqual(['GET webhook-endpoint']);
  });

  test('it refuses also at the very same https address', async () => {
    const service = await endpointService({ endpoint: endpointAt(production) });
    await expect(running(service, { url: production })).rejects.toThrow('--replace');
    expect(service.asked).toEqual(['GET webhook-endpoint']);
  });

  test('with --replace it takes over, shows the new secret, and restores the endpoint', async () => {
    const before = endpointAt(production, { events: ['rating.updated'] });
    const service = await endpointService({ endpoint: before });
    const { printed, said, url, post, end } = await running(service, { replace: true });
    expect(service.endpoint?.url).toBe(url);
    expect(said[0]).toBe(`Until this ends, events come here and not to ${production}.`);
    expect(said.join('\n')).toContain(service.secret);
    expect(said.join('\n')).toContain('2026-09-13T13:40:00Z');
    expect(await post()).toBe(204);
    expect(printed).toHaveLength(1);

    await end();
    expect(service.endpoint).toEqual(before);
    expect(said.at(-1)).toContain(`Events go to ${production} again`);
  });

  test('with --replace and its secret nothing is rotated', async () => {
    const service = await endpointService({ endpoint: endpointAt(production) });
    const { secret } = service;
    const { post, end } = await running(service, { replace: true, secret });
    expect(await post(secret)).toBe(204);
    await end();
    expect(service.asked).not.toContain('POST rotate-secret');
    expect(service.endpoint?.url).toBe(production);
  });

  test('one that was disabled is restored, and it says that it is enabled', async () => {
    const endpoint = endpointAt(production, { status: 'disabled', disabledReason: '410 Gone' });
    const service = await endpointService({ endpoint });
    const { said, end } = await running(service, { replace: true });
    await end();
    expect(said.at(-1)).toContain('disabled before and is enabled now');
  });

  test.each(['PUT webhook-endpoint', 'POST rotate-secret'])(
    'it is restored when %s fails, although it may have been done',
    async (operation) => {
      const service = await endpointService({ endpoint: endpointAt(production) });
      service.accepts = (url) => {
        // Restoring succeeds.
        if (url === production) service.failing.clear();
        else service.failing.add(operation);
        return true;
      };
      await expect(running(service, { replace: true })).rejects.toThrow('503');
      expect(service.endpoint?.url).toBe(production);
    },
  );

  test('what a killed run left at the same address is taken over, and removed', async () => {
    const port = await closedPort();
    const endpoint = endpointAt(`http://localhost:${port}/hooks`);
    const service = await endpointService({ endpoint });
    // The given secret is that of another endpoint; the one of the killed run is lost.
    const secret = `whsec_${btoa('the secret of another endpoint')}`;
    const { said, post, end } = await running(service, { port, secret });
    expect(said[0]).toContain('was already set');
    expect(said.join('\n')).not.toContain('whsec_');
    expect(await post()).toBe(204);
    await end();
    expect(service.endpoint).toBeNull();
  });

  test('one that was set meanwhile stays', async () => {
    const service = await endpointService();
    const { said, end } = await running(service);
    service.endpoint = endpointAt(production);
    await end();
    expect(service.endpoint.url).toBe(production);
    expect(said.at(-1)).toContain(`Events go to ${production}`);
  });

  test('and where it was removed meanwhile, nothing is set', async () => {
    const service = await endpointService();
    const { said, end } = await running(service);
    service.endpoint = null;
    await end();
    expect(service.endpoint).toBeNull();
    expect(said.at(-1)).toContain('No endpoint is set');
  });
});

describe('it says what to do', () => {
  test('where the service does not send to this machine', async () => {
    const service = await endpointService({ accepts: (url) => url.startsWith('https:') });
    const error = await rejection(running(service));
    expect(String(error)).toContain('The URL must begin with https://.');
    expect(String(error)).toMatch(/WEBHOOK_PRIVATE_TARGETS=localhost:\d+\./);
    expect(String(error)).toContain('--url');
  });

  test('where the endpoint cannot be removed at the end', async () => {
    const service = await endpointService();
    const { url, end } = await running(service);
    service.failing.add('DELETE webhook-endpoint');
    await expect(end()).rejects.toThrow(`The endpoint ${url} may still be set`);
  });

  test('where the service fails before anything is received, and again at the end', async () => {
    const service = await endpointService({ endpoint: endpointAt(production) });
    service.accepts = () => {
      service.failing.add('POST rotate-secret').add('GET webhook-endpoint');
      return true;
    };
    const error = await rejection(running(service, { replace: true }));
    expect(error).toBeInstanceOf(CommandError);
    expect(String(error)).toMatch(/http:\/\/localhost:\d+\/hooks may still be set/);
  });

  test('where the port is taken', async () => {
    const { url } = await running(await endpointService());
    const port = Number(new URL(url).port);
    const service = await endpointService();
    await expect(running(service, { port })).rejects.toThrow(`Port ${port} cannot be used`);
    expect(service.asked).toEqual([]);
  });

  test.each([
    [{ baseUrl: 'ratings' }, 'baseUrl'],
    [{ baseUrl: undefined, environment: 'nowhere' }, 'is nowhere.'],
    [{ apiKey: 'prk 1' }, 'apiKey'],
    [{ secret: 'prk_1' }, 'whsec_'],
  ])('where %j cannot be used', async (options, word) => {
    const error = await rejection(running(await endpointService(), options));
    expect(error).toBeInstanceOf(CommandError);
    expect(String(error)).toContain(word);
  });
});
