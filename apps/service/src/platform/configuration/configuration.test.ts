import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testRows } from '@partner-rating/table-tests';
import { fastify } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { namedOperator } from '../../testing/named-operator.ts';
import * as periods from './configuration.ts';
import {
  ConfigurationError,
  readConfiguration,
  readEnvironment,
  settingsHelp,
} from './configuration.ts';
import { settings } from './settings.ts';

function errorsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfiguration(environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.errors;
    throw error;
  }
  return [];
}

describe('readConfiguration', () => {
  it('uses the defaults for an empty environment', () => {
    expect(readConfiguration({})).toMatchObject({
      port: 3001,
      publicUrl: null,
      databaseUrl: null,
      seed: 'demo',
      rateLimit: 600,
      accessTokenLifetime: 3600,
      webhookPrivateTargets: [],
      webhookRetrySchedule: [0, 5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400],
    });
  });

  testRows([
    ['demo', {}],
    ['none', { DATABASE_URL: 'postgres://localhost/ratings' }],
    ['demo', { DATABASE_URL: 'postgres://localhost/ratings', SEED: 'demo' }],
    ['none', { SEED: 'none' }],
  ])('chooses the seed', (seed, environment: Record<string, string>) => {
    expect(readConfiguration(environment)).toMatchObject({ seed });
  });

  testRows([
    ['open', {}],
    ['approval', { SEED: 'none' }],
    ['approval', { PUBLIC_URL: 'https://ratings.example' }],
    ['approval', { DATABASE_URL: 'postgres://localhost/ratings' }],
    ['off', { PARTNER_SIGNUP: 'off' }],
    ['approval', { PARTNER_SIGNUP: 'approval' }],
  ])(
    'opens the sign-up of partners only for a demonstration on this machine',
    (partnerSignUp, environment) => {
      expect(readConfiguration(environment as Record<string, string>)).toMatchObject({
        partnerSignUp,
      });
    },
  );

  it('treats an empty variable as unset', () => {
    expect(readConfiguration({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({
      port: 3001,
      databaseUrl: null,
    });
  });

  it('reports all errors together, each as a sentence that names the variable', () => {
    expect(errorsOf({ PORT: 'http', SEED: 'lots', RATE_LIMIT: '-1' })).toEqual([
      'PORT must be a whole number from 0 to 65535, but it is "http".',
      'SEED must be one of demo, none, but it is "lots".',
      'RATE_LIMIT must be a whole number from 0 to 1000000, but it is "-1".',
    ]);
  });

  testRows([
    ['PUBLIC_URL', 'ratings.example'],
    ['PUBLIC_URL', 'https://ratings.example/base'],
    ['PUBLIC_URL', 'https://user@ratings.example'],
    ['DATABASE_URL', 'mysql://localhost/ratings'],
    ['READ_DATABASE_URL', 'postgres://replica/ratings'],
    ['READ_MAX_LAG', '0'],
    ['MATCH_WRITE_SLOTS', '10'],
    ['REDIS_URL', 'localhost:6379'],
    ['WEBHOOK_RETRY_SCHEDULE', '0,soon'],
    ['WEBHOOK_RETRY_SCHEDULE', ','],
    ['WEBHOOK_PRIVATE_TARGETS', 'localhost'],
    ['SECRETS_KEY', 'c2hvcnQ='],
    ['SECRETS_KEY', `${Buffer.alloc(32, 1).toString('base64')},c2hvcnQ=`],
    ['TRUSTED_PROXIES', 'loadbalancer'],
    ['TRUSTED_PROXIES', '10'],
    ['TRUSTED_PROXIES', '10.1'],
    ['TRUSTED_PROXIES', '10/8'],
    ['TRUSTED_PROXIES', '010.0.0.1'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '127.0.0.1, ::/0'],
    ['TRUSTED_PROXIES', '10.0.0.0/00'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['LOG_LEVEL', 'loud'],
    ['PORT', '65536'],
    ['SMTP_URL', 'mail.example.com'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'ratings@example.com, desk@example.com'],
    ['MAIL_FROM', 'ratings@example.com,desk@example.com'],
    ['MAIL_FROM', 'Ratings <ratings@example.com>, Desk <desk@example.com>'],
    ['MAIL_FROM', 'Courtside:ratings@example.com'],
    ['MAIL_FROM', 'Courtside <desk,ratings@example.com>'],
    ['MAIL_FROM', 'Courtside <ratings@example.com;>'],
    ['MAIL_FROM', '"Acme <ratings@example.com>'],
    ['MAIL_FROM', 'Acme "the best" Inc. <ratings@example.com>'],
    ['MAIL_FROM', 'Acme\nBcc: Desk <ratings@example.com>'],
    ['SMTP_URL', 'smtp://mail.example.com'],
    ['SERVICE_NAME', 'a'.repeat(61)],
    ['OPERATOR_NAME', 'Acme\nInc.'],
    ['OPERATOR_CONTACT', 'help'],
    ['OPERATOR_CONTACT', 'Acme <help@example.com>'],
    ['OPERATOR_CONTACT', 'tel:+15551234'],
    ['OPERATOR_CONTACT', 'https://'],
    ['PRIVACY_URL', '/privacy'],
    ['PRIVACY_URL', 'ratings.example/privacy'],
    ['TERMS_URL', 'javascript:alert(1)'],
    ['TERMS_URL', 'https://user@ratings.example/terms'],
  ])('refuses an invalid value', (variable, value) => {
    expect(errorsOf({ [variable]: value })).toHaveLength(1);
  });

  it('does not show the value of a setting that may contain a password', () => {
    const given = {
      DATABASE_URL: 'http://ratings:racket@db/ratings',
      READ_DATABASE_URL: 'postgres://replica/ratings, http://ratings:racket@other/ratings',
      REDIS_URL: 'http://:racket@redis',
      SMTP_URL: 'http://ratings:racket@mail',
      SECRETS_KEY: 'racket',
    };
    const errors = errorsOf(given).join('\n');
    for (const variable of Object.keys(given)) expect(errors).toContain(`${variable} must be `);
    expect(errors).not.toContain('racket');
  });

  testRows([
    ['ratings@example.com', '', 'ratings@example.com'],
    ['ratings@localhost', '', 'ratings@localhost'],
    ['Partner Rating <ratings@example.com>', 'Partner Rating', 'ratings@example.com'],
    ['Acme, Inc. <ratings@example.com>', 'Acme, Inc.', 'ratings@example.com'],
    ['"Acme, Inc." <ratings@example.com>', 'Acme, Inc.', 'ratings@example.com'],
    ['"The \\"Smash\\"" <ratings@example.com>', 'The "Smash"', 'ratings@example.com'],
    ['Courtside: Ratings <r@x.org>', 'Courtside: Ratings', 'r@x.org'],
    ['Tennis Köln (Süd) <süd@köln.example>', 'Tennis Köln (Süd)', 'süd@köln.example'],
  ])('reads the sender', (text, name, address) => {
    expect(readConfiguration({ MAIL_FROM: text }).mailFrom).toEqual({ name, address });
  });

  it('says that the sender must be one address', () => {
    expect(errorsOf({ MAIL_FROM: 'a@x.org, b@x.org' })).toEqual([
      'MAIL_FROM must be one address like ratings@example.com or Partner Rating <ratings@example.com>, but it is "a@x.org, b@x.org".',
    ]);
  });

  it('reads who operates the service', () => {
    const unset = { operatorName: null, operatorContact: null, privacyUrl: null, termsUrl: null };
    expect(readConfiguration({})).toMatchObject({ serviceName: 'Partner Rating', ...unset });
    expect(readConfiguration(namedOperator)).toMatchObject({
      serviceName: 'Lone Star Ratings',
      operatorName: 'Texas Racquet Association',
      operatorContact: { email: 'help@lonestar.example' },
      privacyUrl: 'https://lonestar.example/privacy',
      termsUrl: 'https://lonestar.example/terms',
    });
    const OPERATOR_CONTACT = 'https://lonestar.example/help';
    expect(readConfiguration({ OPERATOR_CONTACT }).operatorContact).toEqual({
      url: OPERATOR_CONTACT,
    });
  });

  it('says what an invalid contact or address should look like', () => {
    expect(errorsOf({ OPERATOR_CONTACT: 'help', TERMS_URL: '/terms' })).toEqual([
      'OPERATOR_CONTACT must be an address like help@ratings.example, or of a page like https://ratings.example/help, but it is "help".',
      'TERMS_URL must be an address like https://ratings.example/terms, but it is "/terms".',
    ]);
  });

  it('refuses to trust every address as a proxy, and says what to set', () => {
    expect(errorsOf({ TRUSTED_PROXIES: '0.0.0.0/0' })).toEqual([
      'TRUSTED_PROXIES must be ranges like 10.0.0.0/8 and not every address, but it is "0.0.0.0/0".',
    ]);
  });

  testRows([
    '10.0.0.1',
    '10.0.0.0/8',
    '0.0.0.0/1, 128.0.0.0/01',
    '10.0.0.1/32',
    '::1, fd00::/8',
    '::/1',
    '::ffff:10.0.0.0/104',
    'fe80::1%eth0',
  ])('reads proxies in a form that the server accepts', (text) => {
    const { trustedProxies } = readConfiguration({ TRUSTED_PROXIES: text });
    expect(trustedProxies.join(', ')).toBe(text);
    expect(() => fastify({ trustProxy: [...trustedProxies] })).not.toThrow();
  });

  it('reads lists and addresses', () => {
    expect(
      readConfiguration({
        PUBLIC_URL: 'https://ratings.example/',
        WEBHOOK_PRIVATE_TARGETS: 'localhost:4000, 127.0.0.1:4020',
        WEBHOOK_RETRY_SCHEDULE: '0,1,2',
      }),
    ).toMatchObject({
      publicUrl: 'https://ratings.example',
      webhookPrivateTargets: ['localhost:4000', '127.0.0.1:4020'],
      webhookRetrySchedule: [0, 1, 2],
    });
  });
});

async function fileWith(text: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'partner-rating-env-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const path = join(directory, 'ratings.env');
  await writeFile(path, text);
  return path;
}

describe('a file of settings', () => {
  it('adds to the environment, which overrides it', async () => {
    const file = await fileWith(
      '# of the club\nPORT=3002\nHOST=0.0.0.0\nMAIL_FROM="A <a@b.example>"\n',
    );
    expect(readEnvironment(file, { PORT: '3003', PATH: '/bin' })).toEqual({
      PORT: '3003',
      HOST: '0.0.0.0',
      MAIL_FROM: 'A <a@b.example>',
      PATH: '/bin',
    });
  });

  it('is refused if it has an unknown name, because a typing error would have no effect', async () => {
    const file = await fileWith('DATABSE_URL=postgres://localhost/ratings\n');
    expect(() => readEnvironment(file, {})).toThrow(
      new ConfigurationError([`DATABSE_URL in ${file} is not a setting.`]),
    );
  });

  it('is refused if it cannot be read', () => {
    expect(() => readEnvironment('/nowhere/ratings.env', {})).toThrow(
      /^The file of --env-file cannot be read .*ENOENT/,
    );
  });

  it('is optional', () => {
    expect(readEnvironment(undefined, { PORT: '3003' })).toEqual({ PORT: '3003' });
  });
});

const readme = readFileSync(new URL('../../../../../README.md', import.meta.url), 'utf8');

describe('start --help', () => {
  it('names every setting with its default and meaning', () => {
    for (const { variable, defaultValue, description } of Object.values(settings)) {
      expect(settingsHelp()).toContain(
        `  ${variable}${defaultValue === '' ? '' : ` [${defaultValue}]`}\n`,
      );
      expect(settingsHelp()).toContain(description);
    }
  });
});

describe('the README', () => {
  it('stays under 150 lines', () => {
    expect(readme.split('\n').length).toBeLessThan(150);
  });
});

const DAY = 86_400_000;

const guide = (name: string) =>
  readFileSync(new URL(`../../../../docs/guides/${name}.md`, import.meta.url), 'utf8');

describe('data is kept as long as the guides say', () => {
  const [, deliveries, updates] =
    /\| webhook deliveries; rating updates \| (\d+) days; (\d+) days \|/.exec(guide('limits')) ??
    [];

  testRows([
    ['webhook deliveries', deliveries, periods.DELIVERY_RETENTION],
    ['rating updates', updates, periods.RATING_UPDATE_RETENTION],
  ])('for every kind of data', (_, days, retention) => {
    expect(retention / DAY).toBe(Number(days));
  });
});

it('the service deletes imported people who never registered after two years, as the guide for players says', () => {
  expect(guide('your-data')).toContain(
    'counts two years from the last report of a match that names',
  );
  const reported = new Date('2026-09-12T12:00:00Z');
  const end = new Date(reported.getTime() + periods.UNCLAIMED_GHOST_RETENTION);
  expect(end.toISOString()).toMatch(/^2028-09-1[12]/);
});

it('the guide to webhooks states the retry schedule', () => {
  const [, waits = ''] =
    /tries at once, and then waits ([^.]+?) between\s+attempts/.exec(guide('webhooks')) ?? [];
  const units: Record<string, number> = { seconds: 1, minutes: 60, hours: 3_600 };
  let unit = 1;
  // "2, 5, and 10 hours": a number without a unit has the unit of the next one.
  const backwards = waits
    .split(/,\s(?:and\s)?/)
    .toReversed()
    .map((wait) => {
      const [count, name = ''] = wait.split(' ');
      unit = units[name] ?? unit;
      return Number(count) * unit;
    });
  expect([0, ...backwards.toReversed()]).toEqual(readConfiguration({}).webhookRetrySchedule);
});

it('the service recognizes an expired code or token for a week, and for longer than it was valid', () => {
  const minutes = Number(
    /`authorization_url`, `request_uri` \| (\d+) minutes/.exec(guide('limits'))?.[1],
  );
  expect(periods.EXPIRED_GRANT_RETENTION).toBeGreaterThan(minutes * 60_000);
  expect(periods.EXPIRED_GRANT_RETENTION / DAY).toBe(7);
});
