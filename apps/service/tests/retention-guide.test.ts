import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { DEVICE_LIFETIME_SECONDS } from '../src/connect/login/devices.ts';
import { LINK_LIFETIMES } from '../src/connect/login/links.ts';
import { partnerPeople } from '../src/connect/login/realms.ts';
import { DIFFERENCE_RETENTION_MILLISECONDS } from '../src/console/jobs/log-differences.ts';
import { JOB_RETENTION_MILLISECONDS } from '../src/console/jobs/start-job.ts';
import { INVITATION_LIFETIME } from '../src/console/operations/team.ts';
import {
  DELIVERY_RETENTION,
  EXPIRED_GRANT_RETENTION,
  RATING_UPDATE_RETENTION,
  readConfiguration,
  UNCLAIMED_GHOST_RETENTION,
} from '../src/platform/configuration/configuration.ts';
import { ANSWER_LIFETIME_MILLISECONDS } from '../src/platform/http/idempotency.ts';
import { MAIL_LIFETIME_MILLISECONDS } from '../src/platform/mail/outbox.ts';
import { pruneRound } from '../src/privacy/retention.ts';
import { noon } from '../src/testing/builders.ts';
import { createTestDatabase } from '../src/testing/test-database.ts';
import { endOfOverlap } from '../src/webhooks/dispatch/domain/signing.ts';

const guide = readFileSync(new URL('../../docs/guides/your-data.md', import.meta.url), 'utf8');

/** The periods of the guide, by the data. */
const periods = new Map(
  guide
    .split('## How long data is stored')[1]
    ?.split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => {
      const [, data = '', period = ''] = line.split('|').map((cell) => cell.trim());
      return [data, period] as const;
    }),
);

const HOUR = 60 * 60 * 1_000;

const hours = (milliseconds: number) => plural(milliseconds / HOUR, 'hour');

const days = (milliseconds: number) => plural(milliseconds / HOUR / 24, 'day');

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

const seconds = (count: number) => count * 1_000;

const settings = readConfiguration({});

/** The data and the periods that the code says, by the table that the retention prunes. */
const byTable: Record<string, [data: string, ...periods: string[]]> = {
  webhook_delivery: ['Events that applications get', days(DELIVERY_RETENTION)],
  rating_update: ['Rating changes that applications read later', days(RATING_UPDATE_RETENTION)],
  idempotency_record: [
    'Responses to applications, for repeated requests',
    hours(ANSWER_LIFETIME_MILLISECONDS),
  ],
  account_session: [
    'A log-in',
    days(seconds(settings.sessionLifetime)),
    days(seconds(partnerPeople.sessionLifetime ?? 0)),
  ],
  account_link: [
    'A link in an email',
    hours(LINK_LIFETIMES.registration),
    hours(LINK_LIFETIMES.password),
  ],
  account_device: ['Browsers in which you logged in', days(seconds(DEVICE_LIFETIME_SECONDS))],
  account_registration: [
    'A registration that you did not finish',
    hours(LINK_LIFETIMES.registration),
  ],
  attempt_count: ['Wrong passwords and requested emails, counted', hours(24 * HOUR)],
  refused_registration: ['A refused registration, because of the age', hours(24 * HOUR)],
  mail: ['An email that waits to be sent', hours(MAIL_LIFETIME_MILLISECONDS)],
  access_token: ['Access tokens of applications', hours(seconds(settings.accessTokenLifetime))],
  application_member: ['An invitation to a team', days(INVITATION_LIFETIME)],
  job_difference: ['Differences that such a job found', days(DIFFERENCE_RETENTION_MILLISECONDS)],
  job: ['Jobs of operators', days(JOB_RETENTION_MILLISECONDS)],
  refresh_token: [
    'Refresh tokens of applications',
    days(seconds(settings.refreshTokenLifetime)),
    days(EXPIRED_GRANT_RETENTION),
  ],
  authorization_code: ['Codes and consent pages for applications', days(EXPIRED_GRANT_RETENTION)],
  authorization_request: [
    'Codes and consent pages for applications',
    days(EXPIRED_GRANT_RETENTION),
  ],
  webhook_endpoint: [
    'An earlier secret of a webhook endpoint',
    hours(endOfOverlap(noon).getTime() - noon.getTime()),
  ],
  member: [
    'A placeholder that nobody claims',
    plural(UNCLAIMED_GHOST_RETENTION / HOUR / 24 / 365, 'year'),
  ],
};

it('the guide to your data says how long the service stores everything that it deletes by itself', async () => {
  const pruned = new Set<string>();
  await pruneRound(await createTestDatabase('pglite'), {
    ...{ now: noon, rowsPerChunk: 100, log: { debug: vi.fn(), error: vi.fn() } },
    rest: async ({ what }) => {
      pruned.add(what);
      return true;
    },
  });
  expect([...pruned].toSorted()).toEqual(Object.keys(byTable).toSorted());
  const wrong = Object.values(byTable).filter(([data, ...expected]) => {
    const stated = periods.get(data)?.match(/\d+ (?:hour|day|year)s?/g) ?? [];
    return stated.join() !== expected.join();
  });
  expect(wrong).toEqual([]);
});
