import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { PartnerRatingClient } from '@partner-rating/client';
import { programs } from '@partner-rating/processes';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import type { WebhookReceiver } from '@partner-rating/service/src/testing/webhook-receiver.ts';
import pLimit from 'p-limit';
import type { Submission, Traffic } from './traffic.ts';

// A busy machine sends many events late.
const LAST_EVENTS_SECONDS = 600;
const READS_AT_A_TIME = 8;

const run = promisify(execFile);

/** Returns which acknowledged matches and ratings are missing, or are there twice, one sentence each. */
export async function findMissingMatches(
  database: Database,
  submissions: readonly Submission[],
): Promise<string[]> {
  const identifiers = submissions.flatMap((submission) => submission.identifiers);
  const rows = await database
    .selectFrom('match')
    .select(['id', 'identifier'])
    .where('identifier', 'in', identifiers)
    .execute();
  const stored = Map.groupBy(rows, ({ identifier }) => identifier);
  return submissions.flatMap((submission) =>
    submission.identifiers.flatMap((identifier, index) => {
      const found = stored.get(identifier) ?? [];
      const id = submission.matchIds?.[index];
      if (found.length === 1 && found[0]?.id === id) return [];
      return [`${identifier} was acknowledged as ${id}, and is there ${found.length} times.`];
    }),
  );
}

/** Waits until late matches are settled. Returns which acknowledged matches are not rated for all their players, as their partner sees them. */
export async function findMissingRatings(
  client: PartnerRatingClient,
  submissions: readonly Submission[],
): Promise<string[]> {
  const limit = pLimit(READS_AT_A_TIME);
  const ids = submissions.flatMap(({ matchIds }) => matchIds ?? []);
  const errors = await Promise.all(
    ids.map((id) =>
      limit(async () => {
        let match = await client.matches.get(id);
        for (let second = 0; second < LAST_EVENTS_SECONDS && !match.settled; second += 1) {
          await sleep(1_000);
          match = await client.matches.get(id);
        }
        const { status, settled, teams } = match;
        const isExplained = teams.flat().every(({ explanation }) => explanation !== undefined);
        return status === 'rated' && settled && isExplained
          ? []
          : [`${id} is ${status}, ${settled ? 'settled' : 'not settled'}, and not explained.`];
      }),
    ),
  );
  return errors.flat();
}

/** Waits until every event was delivered. Returns which events did not arrive, or are gone, one sentence each. */
export async function findMissingEvents(
  database: Database,
  { requests }: Pick<WebhookReceiver, 'requests'>,
): Promise<string[]> {
  const isPending = async () =>
    (await database
      .selectFrom('webhook_delivery')
      .select('event_id')
      .where('status', '=', 'pending')
      .limit(1)
      .executeTakeFirst()) !== undefined;
  for (let second = 0; second < LAST_EVENTS_SECONDS && (await isPending()); second += 1) {
    await sleep(1_000);
  }
  const deliveries = await database
    .selectFrom('webhook_delivery')
    .select(['event_id', 'status', 'attempts', 'error_message'])
    .execute();
  const received = new Set(requests.map(({ headers }) => headers['webhook-id']));
  const stored = new Set<string | undefined>(deliveries.map(({ event_id: id }) => id));
  return [
    ...deliveries
      .filter((one) => one.status !== 'success' || !received.has(one.event_id))
      .map(
        ({ event_id: id, status, attempts, error_message: reason }) =>
          `${id} did not arrive. It is ${status} after ${attempts} attempts (${reason}).`,
      ),
    ...[...received]
      .filter((id) => !stored.has(id))
      .map((id) => `${id} arrived, and is not stored.`),
  ];
}

/** Returns what the audit of the ratings says. */
export async function auditRatings(
  environment: Record<string, string>,
): Promise<{ text: string; isClean: boolean }> {
  const command = [programs.service, 'operator', 'ratings', 'audit'];
  return await run(process.execPath, command, { env: { ...process.env, ...environment } }).then(
    ({ stdout }) => ({ text: stdout.trim(), isClean: true }),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({
      text: `${stdout}${stderr}`.trim(),
      isClean: false,
    }),
  );
}

/** Returns the counts of the answers as text. */
export function describeAnswers({ statuses }: Traffic): string {
  return [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
}

/** Returns which answers a partner must never get, one sentence each. */
export function findWrongAnswers({ statuses }: Traffic): string[] {
  return [...statuses]
    .filter(([status]) => ![200, 409, 503].includes(Number(status)))
    .map(([status, count]) => `${count} requests were answered ${status}.`);
}
