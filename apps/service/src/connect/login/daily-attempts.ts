import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { hashUnderSecretsKey } from '../../platform/secrets/sealing.ts';
import type { NamedAccount } from './store/accounts.ts';
import { countAttempt, uncountAttempt } from './store/devices.ts';

// The counts are in the database. In memory, each restart and each instance would begin again, so a limit of a
// day would mean little.

const DAY_MILLISECONDS = 24 * 60 * 60 * 1_000;

// With the default limit, 100 wrong passwords a day: the most in a row that NIST SP 800-63B allows.
const GUESSES_PER_LIMIT = 10;

// An account has this many times its hourly limit of codes in a day. With a smaller factor, somebody with the password
// locks the owner's new devices out sooner. With a larger one, somebody who keeps changing the password guesses faster.
const HOURS_OF_A_DAY_OF_CODES = 5;

/** The number of failed log-ins in a day after which the owner is warned. */
export const FAILURES_TO_REPORT = 20;

type Configured = Pick<Dependencies, 'clock' | 'configuration'>;
type Connected = Configured & Pick<Dependencies, 'database'>;

/** The account of an attempt. It need not exist: an account that does not exist counts like any other. */
export type TriedAccount = NamedAccount;

/**
 * Counts a guess at a password from a browser that never logged in to the account. Returns the seconds to wait
 * if there were too many, otherwise null. `mailLink` runs in the transaction of the first guess above the limit.
 */
export async function takeGuess(
  dependencies: Connected,
  account: TriedAccount,
  mailLink: (transaction: DatabaseTransaction) => Promise<void>,
): Promise<number | null> {
  const limit = guessesADay(dependencies);
  return await takeOfDay(dependencies, {
    subject: guessesAt(account),
    limit,
    onExceeded: mailLink,
  });
}

/** Subtracts a guess that was right. */
export async function returnGuess(
  transaction: DatabaseTransaction,
  dependencies: Configured,
  account: TriedAccount,
): Promise<void> {
  const subject = await hashUnderSecretsKey(dependencies.configuration, guessesAt(account));
  await uncountAttempt(transaction, { subject, limit: guessesADay(dependencies) });
}

export interface FailedLogIns extends Record<string, unknown> {
  count: number;
  since: Date;
}

/** Counts a failed log-in from any browser. `mailWarning` runs once a day, after many failures. */
export async function countFailure(
  transaction: DatabaseTransaction,
  { clock, configuration }: Configured,
  { of, name }: TriedAccount,
  mailWarning: (failed: FailedLogIns) => Promise<void>,
): Promise<void> {
  const now = clock();
  const subject = await hashUnderSecretsKey(configuration, `failed log-ins of ${of} ${name}`);
  const ends = new Date(now.getTime() + DAY_MILLISECONDS);
  const { amount, expiresAt } = await countAttempt(transaction, { subject, now, expiresAt: ends });
  if (amount !== FAILURES_TO_REPORT) return;
  const since = new Date(expiresAt.getTime() - DAY_MILLISECONDS);
  await mailWarning({ count: amount, since });
}

/** Counts a wrong code from an unknown browser. Returns whether it was the first of a day. */
export async function countWrongCode(
  transaction: DatabaseTransaction,
  { clock, configuration }: Configured,
  accountId: string,
): Promise<boolean> {
  const now = clock();
  const subject = await hashUnderSecretsKey(configuration, `wrong codes of ${accountId}`);
  const expiresAt = new Date(now.getTime() + DAY_MILLISECONDS);
  return (await countAttempt(transaction, { subject, now, expiresAt })).amount === 1;
}

/** Counts a code from an unknown browser. Returns the seconds to wait if there were too many, otherwise null. */
export async function takeCodeOfDay(
  dependencies: Connected,
  accountId: string,
): Promise<number | null> {
  const limit = dependencies.configuration.logInRateLimit * HOURS_OF_A_DAY_OF_CODES;
  return await takeOfDay(dependencies, { subject: `codes of ${accountId}`, limit });
}

interface DailyLimit {
  subject: string;
  /** 0 turns the limit off. */
  limit: number;
  onExceeded?: (transaction: DatabaseTransaction) => Promise<void>;
}

async function takeOfDay(
  { database, clock, configuration }: Connected,
  { subject: text, limit, onExceeded }: DailyLimit,
): Promise<number | null> {
  if (limit === 0) return null;
  const subject = await hashUnderSecretsKey(configuration, text);
  const now = clock();
  const ends = new Date(now.getTime() + DAY_MILLISECONDS);
  return await database.transaction().execute(async (transaction) => {
    const counted = await countAttempt(transaction, { subject, now, expiresAt: ends });
    if (counted.amount <= limit) return null;
    if (counted.amount === limit + 1) await onExceeded?.(transaction);
    return Math.max(1, Math.ceil((counted.expiresAt.getTime() - now.getTime()) / 1_000));
  });
}

function guessesADay({ configuration }: Configured): number {
  return configuration.logInRateLimit * GUESSES_PER_LIMIT;
}

const guessesAt = ({ of, name }: TriedAccount) => `guesses at ${of} ${name}`;
