import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@partner-rating/processes';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfiguration, readEnvironment } from '../src/platform/configuration/configuration.ts';
import { settings } from '../src/platform/configuration/settings.ts';
import { STOP_MILLISECONDS } from '../src/service.ts';
import { startNginx } from '../src/testing/nginx.ts';
import { LIMITS } from '../src/webhooks/dispatch/dispatcher.ts';

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

const manifests = () =>
  parseAllDocuments(read('deploy/kubernetes.yaml')).map((document) => document.toJS());

const variables = new Set<string>(Object.values(settings).map(({ variable }) => variable));

/** The settings that the guide names for everybody who opens the service to others. */
function settingsOfOpening(): string[] {
  const [, section = ''] =
    /^## Before you open it to others$([\s\S]*?)^## /m.exec(
      read('../docs/guides/self-hosting.md'),
    ) ?? [];
  return Array.from(section.matchAll(/^([A-Z_]+)=/gm), ([, name = '']) => name);
}

const unknown = (names: string[]) => names.filter((name) => !variables.has(name));

describe('deploy/', () => {
  it('partner-rating.env is a file of settings, including those in comments', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'partner-rating-deploy-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const file = join(directory, 'partner-rating.env');
    await writeFile(file, read('deploy/partner-rating.env').replace(/^# (?=[A-Z_]+=)/gm, ''));
    expect(readConfiguration(readEnvironment(file, {}))).toMatchObject({
      seed: 'none',
      redisUrl: 'redis://localhost:6379',
      mailFrom: { name: 'Partner Rating', address: 'ratings@example.com' },
      metricsPort: 9464,
    });
  });

  it('nginx.conf limits the requests of a network with 429, and an IPv6 client by its /64', async () => {
    const gone = await freePort('127.0.0.1');
    const nginx = await startNginx([gone, gone], { rate: '1r/m', trustsForwarded: true });
    onTestFinished(nginx.stop);
    const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: nginx.certificate });
    onTestFinished(() => agent.destroy());
    const statusFor = async (address: string) => {
      const asked = get({
        agent,
        host: '127.0.0.1',
        port: nginx.port,
        servername: 'ratings.example',
        headers: { 'x-forwarded-for': address },
      });
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      answer.resume();
      return answer.statusCode;
    };
    const networks = { '2001:db8::1': '2001:db8:0:0:5::9', '10.0.0.1': '10.0.0.1' };
    for (const [address, another] of Object.entries(networks)) {
      const burst = [];
      for (let index = 0; index <= 200; index += 1) burst.push(await statusFor(address));
      // No service is behind it.
      expect(new Set(burst)).toEqual(new Set([502]));
      expect(await statusFor(another)).toBe(429);
    }
    expect(await statusFor('2001:db8:0:1::1')).toBe(502);
    expect(await statusFor('10.0.0.2')).toBe(502);
  });

  it('nginx.conf redirects plain HTTP to the public address', async () => {
    const nginx = await startNginx([9, 9]);
    onTestFinished(nginx.stop);
    const address = `http://127.0.0.1:${nginx.plainPort}/docs/?q=1`;
    const { status, headers } = await fetch(address, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([301, 'https://ratings.example/docs/?q=1']);
  });

  it('nginx.conf is the same as in the guide', () => {
    const [, shown] = /```nginx\n([\s\S]*?)```/.exec(read('../docs/guides/self-hosting.md')) ?? [];
    expect(shown).toBe(read('deploy/nginx.conf'));
  });

  it('compose.yaml passes every setting of .env to the service, and sets only what its containers and production need', () => {
    const { services, networks } = parse(read('deploy/compose.yaml'));
    const given: Record<string, string> = services.service.environment;
    expect(services.service.env_file).toBe('.env');
    const ofContainers = [
      'DATABASE_URL',
      'METRICS_HOST',
      'METRICS_PORT',
      'REDIS_URL',
      'TRUSTED_PROXIES',
    ];
    // Compose refuses to start without the first two.
    const required = ['PUBLIC_URL', 'SECRETS_KEY', 'SEED'];
    expect(Object.keys(given).toSorted()).toEqual([...ofContainers, ...required].toSorted());
    expect(unknown(Object.keys(given))).toEqual([]);
    const own = { PUBLIC_URL: 'https://ratings.example', POSTGRES_PASSWORD: 'abc' };
    const environment = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        value.replace(
          /\$\{(\w+)[^}]*\}/g,
          (_, variable) => ({ ...own })[variable as 'PUBLIC_URL'] ?? '',
        ),
      ]),
    );
    // One address, so that nobody else's X-Forwarded-For is trusted, not even that of another container.
    expect(readConfiguration(environment)).toMatchObject({
      trustedProxies: [networks.default.ipam.config[0].gateway],
      databaseUrl: 'postgres://partner_rating:abc@postgres:5432/partner_rating',
      seed: 'none',
    });
    const { port, metricsPort } = readConfiguration({ PORT: '3001', ...environment });
    expect(services.service.ports).toEqual(
      [port, metricsPort].map((one) => `127.0.0.1:${one}:${one}`),
    );
  });

  it('the compose files keep bound values and values of rows out of the log of PostgreSQL', () => {
    const withReplica = parse(read('deploy/compose.replica.yaml')).services;
    const servers = [parse(read('deploy/compose.yaml')).services.postgres];
    for (const { command } of [...servers, withReplica.postgres, withReplica.replica]) {
      expect(command).toEqual(
        expect.arrayContaining([
          'log_parameter_max_length=0',
          'log_parameter_max_length_on_error=0',
          'log_error_verbosity=terse',
        ]),
      );
    }
  });

  it('compose.replica.yaml leads the service to a pooler that sets the same session settings', () => {
    const { services } = parse(read('deploy/compose.replica.yaml'));
    const pooler = read('deploy/replica/pgbouncer.ini');
    const setsSession = (ini: string) => /connect_query='.*'$/m.exec(ini)?.[0];
    expect(setsSession(pooler)).toBe(setsSession(read('deploy/pgbouncer.ini')));
    expect(setsSession(pooler)).toContain('set jit to off');
    const { DATABASE_URL, READ_DATABASE_URL } = services.service.environment;
    expect(unknown(Object.keys(services.service.environment))).toEqual([]);
    expect(DATABASE_URL).toMatch(/@pgbouncer:6432\/partner_rating$/);
    expect(pooler).toMatch(/^listen_port = 6432$/m);
    expect(READ_DATABASE_URL).toMatch(/@replica:5432\/partner_rating$/);
  });

  it('kubernetes.yaml is valid by the types of Kubernetes, and has no unknown field', async () => {
    const file = new URL('kubernetes.check.ts', import.meta.url);
    onTestFinished(() => rm(file));
    await writeFile(
      file,
      `import type { IDeployment } from 'kubernetes-models/apps/v1';
      import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1';
      import type { IConfigMap, ISecret, IService } from 'kubernetes-models/v1';
      export const manifests: [IConfigMap, ISecret, IDeployment, IService, IPodDisruptionBudget] =
        ${JSON.stringify(manifests())};`,
    );
    const options = '--noEmit --strict --skipLibCheck --module nodenext --ignoreConfig'.split(' ');
    await promisify(execFile)('tsc', [...options, fileURLToPath(file)]);
  });

  it('kubernetes.yaml gives the service valid settings, and names the ports that it listens on', () => {
    const [{ data }, { stringData }, { spec }] = manifests();
    const given = { ...data, ...stringData, SECRETS_KEY: Buffer.alloc(32).toString('base64') };
    expect(unknown(Object.keys(given))).toEqual([]);
    const [container] = spec.template.spec.containers;
    // So a line of either is a setting.
    expect(container.envFrom).toEqual([
      { configMapRef: { name: 'partner-rating' } },
      { secretRef: { name: 'partner-rating' } },
    ]);
    expect(settingsOfOpening()).toContain('OPERATOR_NAME');
    expect(Object.keys(given)).toEqual(expect.arrayContaining(settingsOfOpening()));
    const ports = container.ports.map((port: { containerPort: number }) => port.containerPort);
    expect(readConfiguration({ PORT: '3001', ...given })).toMatchObject({
      ...{ port: ports[0], metricsPort: ports[1], seed: 'none' },
    });
    expect(read('deploy/Dockerfile')).toContain(`PORT=${ports[0]} `);
  });

  it('the unit, compose.yaml, and kubernetes.yaml wait for a stop as long as the guide says', () => {
    const guide = read('../docs/guides/self-hosting.md').replaceAll('\n', ' ');
    const seconds = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1]);
    expect(STOP_MILLISECONDS).toBeGreaterThan(LIMITS.timeoutMilliseconds);
    const underWay = STOP_MILLISECONDS / 1_000;
    expect(guide).toContain(`have ${underWay} seconds to finish`);
    expect(guide).toContain(`have their ${underWay} seconds`);
    const needed = seconds(guide, /`SHUTDOWN_DELAY=(\d+)`/) + underWay;
    const { stop_grace_period: grace } = parse(read('deploy/compose.yaml')).services.service;
    const killedAfter = {
      unit: seconds(read('deploy/partner-rating.service'), /^TimeoutStopSec=(\d+)$/m),
      compose: seconds(grace, /^(\d+)s$/),
      kubernetes: manifests()[2].spec.template.spec.terminationGracePeriodSeconds,
      guide: seconds(guide, /to kill the process only after (\d+) seconds/),
    };
    // The remaining time is for closing the database.
    for (const after of Object.values(killedAfter))
      expect(after).toBeGreaterThanOrEqual(needed + 3);
  });

  it('the image, compose.yaml, and kubernetes.yaml have the version of the package, and an upgrade runs no two versions', () => {
    const { version } = JSON.parse(read('package.json'));
    expect(/^ARG VERSION=(.*)$/m.exec(read('deploy/Dockerfile'))?.[1]).toBe(version);
    const { image } = parse(read('deploy/compose.yaml')).services.service;
    expect(image).toBe(`partner-rating:${version}`);
    const { strategy, template } = manifests()[2].spec;
    expect(template.spec.containers[0].image).toBe(`registry.example/partner-rating:${version}`);
    expect(strategy).toEqual({ type: 'Recreate' });
  });

  it('the image and the unit run the command of the package', () => {
    const { name, bin, publishConfig } = JSON.parse(read('package.json'));
    const [command = ''] = Object.keys(bin);
    expect(read('deploy/Dockerfile')).toContain(`node_modules/.bin/${command}"`);
    const program = join('node_modules', name, publishConfig.bin[command]);
    expect(read('deploy/partner-rating.service')).toContain(
      `/opt/partner-rating/${program} start\n`,
    );
    const [, given = ''] = /^ENV (?:NODE_ENV=\S+) (.*)$/m.exec(read('deploy/Dockerfile')) ?? [];
    expect(unknown(given.split(' ').map((pair) => pair.replace(/=.*/, '')))).toEqual([]);
  });
});
