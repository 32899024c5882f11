import { sports } from '@partner-rating/ratings';
import { createPeriodicTask, type PeriodicTask } from '../platform/concurrency/periodic-task.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { type FailureLog, logFailure } from '../platform/database/unreachable.ts';
import { queueMail, sendsMail } from '../platform/mail/outbox.ts';
import { toDay } from '../ratings/domain/player.ts';
import { recapMonday, weekBefore } from './domain/mail-weeks.ts';
import {
  findRecapReaders,
  lockDueMails,
  lockRecapProgress,
  noteQueued,
  type PlayerMailKind,
  setRecapProgress,
  settleDueMails,
} from './store/player-mails.ts';

type QueueDependencies = Pick<Dependencies, 'database' | 'clock' | 'configuration'>;

const DUE_PER_CHUNK = 100;

const ACCOUNTS_PER_CHUNK = 500;

// Mails that are due for longer are from a time in which the service sent no mails.
const MAX_DELAY_MILLISECONDS = 2 * 24 * 60 * 60 * 1_000;

// This mail includes a void that was committed while the last mail was queued.
const OVERLAP_MILLISECONDS = 60_000;

/** Queues some of the due mails, and records that in the same transaction. Returns how many were due. */
export async function queueDueMails(dependencies: QueueDependencies): Promise<number> {
  const now = dependencies.clock();
  const oldest = new Date(now.getTime() - MAX_DELAY_MILLISECONDS);
  return await dependencies.database.transaction().execute(async (transaction) => {
    const due = await lockDueMails(transaction, { now, today: toDay(now), limit: DUE_PER_CHUNK });
    const settled = [];
    for (const { memberId, kind, email, dueAt, queuedAt } of due) {
      const isQueued = email !== null && dueAt >= oldest;
      if (isQueued) {
        const after =
          queuedAt === null ? oldest : new Date(queuedAt.getTime() - OVERLAP_MILLISECONDS);
        const details = { after: after.toISOString() };
        await queueMail<PlayerMailKind>(transaction, dependencies, {
          kind,
          email,
          memberId,
          details,
        });
      }
      settled.push({ memberId, kind, isQueued });
    }
    if (settled.length > 0) await settleDueMails(transaction, settled, now);
    return due.length;
  });
}

/**
 * Queues the recaps of some accounts on a Monday, and records the progress in the same transaction. Returns how many
 * accounts it read.
 */
export async function queueRecaps(dependencies: QueueDependencies): Promise<number> {
  const now = dependencies.clock();
  const monday = recapMonday(now);
  if (monday === null) return 0;
  return await dependencies.database.transaction().execute(async (transaction) => {
    const after = await lockRecapProgress(transaction, monday);
    if (after === null) return 0;
    const readers = await findRecapReaders(transaction, {
      ...{ after, limit: ACCOUNTS_PER_CHUNK, sports, today: toDay(now) },
      ...weekBefore(monday),
    });
    for (const { memberId, email } of readers) {
      if (email === null) continue;
      const mail = { kind: 'weekly-recap', email, memberId, details: { monday } } as const;
      await queueMail<PlayerMailKind>(transaction, dependencies, mail);
    }
    const memberIds = readers.flatMap(({ memberId, email }) => (email === null ? [] : [memberId]));
    await noteQueued(transaction, { memberIds, kind: 'weekly-recap', now });
    const last = readers.length < ACCOUNTS_PER_CHUNK ? null : (readers.at(-1)?.memberId ?? null);
    await setRecapProgress(transaction, { monday, after: last });
    return readers.length;
  });
}

const PAUSE_MILLISECONDS = 5_000;

/** Queues the mails to players about their matches, a chunk of each at a time. Several instances may do this. */
export function createPlayerMailTask(
  dependencies: QueueDependencies,
  log: FailureLog,
  pauseMilliseconds = PAUSE_MILLISECONDS,
): PeriodicTask | null {
  if (!sendsMail(dependencies)) return null;
  const run = async () => {
    for (const step of [queueDueMails, queueRecaps]) {
      await step(dependencies).catch((err: unknown) => {
        logFailure(
          log,
          { err },
          'Mails to players could not be queued. The service tries again later.',
        );
      });
    }
  };
  return createPeriodicTask(run, { firstPauseMilliseconds: pauseMilliseconds, pauseMilliseconds });
}
