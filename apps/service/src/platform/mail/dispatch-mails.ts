import { Gauge } from 'prom-client';
import { createPeriodicTask, type PeriodicTask } from '../concurrency/periodic-task.ts';
import type { Dependencies } from '../configuration/dependencies.ts';
import { logFailure } from '../database/unreachable.ts';
import {
  createLabeledCount,
  type LabeledCount,
  type Metrics,
  measureCount,
} from '../metrics/metrics.ts';
import {
  type ClaimedMail,
  claimMails,
  deleteMail,
  measureWaiting,
  postponeMail,
} from './store/mails.ts';
import type { MailTransport, OutgoingMail } from './transport.ts';

/** What may be said of a mail that was not sent: the error itself carries its recipient. */
interface MailFailure {
  errorCode: string | null;
  /** What of SMTP was being said; null where that is not known. */
  command: string | null;
  /** The server's answer; null where there was none. */
  responseCode: number | null;
  /** The code of RFC 3463 in that answer, such as 5.1.1; null where it has none. */
  enhancedCode: string | null;
  /** Whether that answer speaks of relaying or authentication. */
  isRelayRefused: boolean;
}

export function describeMailFailure(error: unknown): MailFailure {
  const { code, command, responseCode, response }: Partial<Record<string, unknown>> = {
    ...Object(error),
  };
  return {
    errorCode: typeof code === 'string' ? code : null,
    command: typeof command === 'string' ? command : null,
    responseCode: typeof responseCode === 'number' ? responseCode : null,
    enhancedCode: typeof response === 'string' ? enhancedCodeOf(response) : null,
    isRelayRefused: typeof response === 'string' && /\brelay|authenticat/i.test(response),
  };
}

function enhancedCodeOf(response: string): string | null {
  const [, code = null] = /^\d{3}[ -]([245](?:\.\d{1,3}){2})(?=\s|$)/.exec(response) ?? [];
  return code;
}

/**
 * Whether the server refused the recipient for good (RFC 5321 §4.2.1, RFC 3463 §3.2 and §3.3). Any
 * other refusal may be caused by us or by the server, and may be gone at the next attempt: a server that
 * does not relay for us says so of each recipient, and so do many that do not know our sender.
 */
export function isRecipientRefused({
  command,
  responseCode,
  enhancedCode,
  isRelayRefused,
}: MailFailure): boolean {
  if (command !== 'RCPT TO' || responseCode === null || responseCode < 500) return false;
  // Exim gives no enhanced code by default: 550 relay not permitted.
  if (enhancedCode === null) return MAILBOX_REFUSALS.includes(responseCode) && !isRelayRefused;
  return /^5\.[12]\./.test(enhancedCode) && !SENDER_REFUSALS.includes(enhancedCode);
}

// No such mailbox, it is elsewhere, no such name.
const MAILBOX_REFUSALS = [550, 551, 553];

// Postfix checks the sender, too, only when it has heard the recipient.
const SENDER_REFUSALS = ['5.1.7', '5.1.8'];

const PAUSES_SECONDS = [5, 30, 120, 600, 1_800, 3_600];

/** When to try again after so many attempts. */
function nextMailAttempt(now: Date, attempts: number): Date {
  const pause = PAUSES_SECONDS[Math.min(attempts, PAUSES_SECONDS.length) - 1] ?? 3_600;
  return new Date(now.getTime() + pause * 1_000);
}

export interface MailLog {
  debug: (facts: object, message: string) => void;
  warn: (facts: object, message: string) => void;
  error: (facts: object, message: string) => void;
}

export interface MailDispatch {
  transport: MailTransport;
  /** Writes the mail; null where there is nothing to say any more. */
  compose: (mail: ClaimedMail) => Promise<Omit<OutgoingMail, 'id' | 'to'> | null>;
  log: MailLog;
  pauseMilliseconds?: number;
}

const PAUSE_MILLISECONDS = 1_000;

const LEASE_MILLISECONDS = 120_000;

export interface MailDispatcher extends PeriodicTask {
  /** What this instance has tried to send, by what it came to. */
  outcomes: Pick<LabeledCount<MailOutcome>, 'counts'>;
}

/** `failed` is tried again, `given_up` is not. Of a `dropped` one there was nothing to say any more. */
const MAIL_OUTCOMES = ['sent', 'failed', 'given_up', 'dropped'] as const;

type MailOutcome = (typeof MAIL_OUTCOMES)[number];

/** Sends the mails that are due, one after the other. Any number of instances may, over one database. */
export function createMailDispatcher(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { transport, compose, log, pauseMilliseconds = PAUSE_MILLISECONDS }: MailDispatch,
): MailDispatcher {
  const outcomes = createLabeledCount(MAIL_OUTCOMES);

  async function send(mail: ClaimedMail): Promise<void> {
    const { id, kind, email, expiresAt } = mail;
    const facts = { mailId: id, kind };
    // As long as nothing sends mails, nothing gives them up.
    if (expiresAt <= clock()) return await giveUp(id, facts);
    let text: Awaited<ReturnType<typeof compose>>;
    try {
      text = await compose(mail);
      if (text !== null) await transport.send({ id, to: email, ...text });
    } catch (error) {
      await postpone(mail, error);
      return;
    }
    outcomes.add(text === null ? 'dropped' : 'sent');
    await deleteMail(database, id);
    log.debug(facts, text === null ? 'A mail had nothing to say any more.' : 'A mail was sent.');
  }

  async function giveUp(id: string, facts: object): Promise<void> {
    outcomes.add('given_up');
    await deleteMail(database, id);
    log.warn(facts, 'A mail could not be sent and is given up.');
  }

  async function postpone({ id, kind, attempts, expiresAt }: ClaimedMail, error: unknown) {
    const failure = describeMailFailure(error);
    const next = nextMailAttempt(clock(), attempts + 1);
    const facts = { mailId: id, kind, ...failure };
    if (isRecipientRefused(failure) || next > expiresAt) {
      await giveUp(id, facts);
      return;
    }
    outcomes.add('failed');
    await postponeMail(database, id, { attempts: attempts + 1, nextAttemptAt: next });
    log.warn(facts, 'A mail could not be sent. It is tried again.');
  }

  /** One at a time, so that a lease is as long as one attempt may take. */
  async function sendDue(signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) {
        const now = clock();
        const leasedUntil = new Date(now.getTime() + LEASE_MILLISECONDS);
        const [mail] = await claimMails(database, { now, leasedUntil, limit: 1 });
        if (mail === undefined) return;
        await send(mail);
      }
    } catch (error) {
      // Whatever was leased is sent once its lease has ended.
      logFailure(log, { err: error }, 'Due mails could not be looked for.');
    }
  }

  const task = createPeriodicTask(sendDue, {
    firstPauseMilliseconds: pauseMilliseconds,
    pauseMilliseconds,
  });
  return {
    outcomes,
    start: task.start,
    stop: async () => {
      await task.stop();
      transport.close();
    },
  };
}

/** Measures what this instance has sent, and what waits in the queue that all share. */
export function measureMails(
  metrics: Metrics,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { outcomes }: Pick<MailDispatcher, 'outcomes'>,
): void {
  measureCount(
    metrics,
    {
      name: 'partner_rating_mail_attempts_total',
      help: 'Mails this instance has tried to send, by what they came to.',
      label: 'outcome',
    },
    outcomes,
  );
  const registers = [metrics.registry];
  const waiting = new Gauge({
    name: 'partner_rating_mails_waiting',
    help: 'Mails that wait to be sent, retries included.',
    registers,
  });
  const oldest = new Gauge({
    name: 'partner_rating_mails_oldest_waiting_seconds',
    help: 'How long the oldest of them has waited, in seconds.',
    registers,
  });
  metrics.beforeReading(async () => {
    const queue = await measureWaiting(database).catch((error: unknown) => {
      // The stats of the last reading would say that all is well.
      for (const gauge of [waiting, oldest]) gauge.remove();
      throw error;
    });
    waiting.set(queue.waiting);
    const since = queue.oldest?.getTime() ?? clock().getTime();
    oldest.set((clock().getTime() - since) / 1_000);
  });
}
