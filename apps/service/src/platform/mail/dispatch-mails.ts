import { Gauge } from 'prom-client';
import { createPeriodicTask, type PeriodicTask } from '../concurrency/periodic-task.ts';
import type { Dependencies } from '../configuration/dependencies.ts';
import { logFailure } from '../database/unreachable.ts';
import { createLabeledCount, type Metrics, measureCount } from '../metrics/metrics.ts';
import { type NewSpan, traced } from '../telemetry/tracing.ts';
import {
  type ClaimedMail,
  claimMails,
  deleteMail,
  measureWaiting,
  postponeMail,
} from './store/mails.ts';
import type { MailTransport, OutgoingMail } from './transport.ts';

/** The loggable facts of a failure. The error itself contains the recipient. */
interface MailFailure {
  errorCode: string | null;
  /** The SMTP command that failed. Null if it is unknown. */
  command: string | null;
  /** The code of the server's response. Null if there was none. */
  responseCode: number | null;
  /** The code of RFC 3463 in the response, such as 5.1.1. Null if it has none. */
  enhancedCode: string | null;
  /** Whether the response mentions relaying or authentication. */
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
 * Returns whether the server refused the recipient for good (RFC 5321 §4.2.1, RFC 3463 §3.2 and §3.3). Any
 * other refusal may be caused by us or by the server, and may be gone at the next attempt. A server that does
 * not relay for us refuses each recipient, and so do many servers that do not know our sender.
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

// No such mailbox, the mailbox has moved, invalid mailbox name.
const MAILBOX_REFUSALS = [550, 551, 553];

// Postfix checks the sender only together with the recipient.
const SENDER_REFUSALS = ['5.1.7', '5.1.8'];

const PAUSES_SECONDS = [5, 30, 120, 600, 1_800, 3_600];

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
  /** Writes the mail. Returns null if there is nothing to say any more. */
  compose: (mail: ClaimedMail) => Promise<Omit<OutgoingMail, 'id' | 'to'> | null>;
  log: MailLog;
  pauseMilliseconds?: number;
}

const PAUSE_MILLISECONDS = 1_000;

const LEASE_MILLISECONDS = 120_000;

/** A `failed` mail is retried, and a `given_up` mail is not. A `dropped` mail is no longer needed. */
const MAIL_OUTCOMES = ['sent', 'failed', 'given_up', 'dropped'] as const;

/** Sends due mails, one at a time. Any number of instances may share one database. */
export class MailDispatcher implements PeriodicTask {
  /** The outcomes of this instance's attempts. */
  readonly outcomes = createLabeledCount(MAIL_OUTCOMES);
  readonly #database: Dependencies['database'];
  readonly #clock: Dependencies['clock'];
  readonly #transport: MailDispatch['transport'];
  readonly #compose: MailDispatch['compose'];
  readonly #log: MailLog;
  readonly #task: PeriodicTask;

  constructor(
    { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
    { transport, compose, log, pauseMilliseconds = PAUSE_MILLISECONDS }: MailDispatch,
  ) {
    this.#database = database;
    this.#clock = clock;
    this.#transport = transport;
    this.#compose = compose;
    this.#log = log;
    this.#task = createPeriodicTask((signal) => this.#sendDue(signal), {
      firstPauseMilliseconds: pauseMilliseconds,
      pauseMilliseconds,
    });
  }

  start(): void {
    this.#task.start();
  }

  async stop(): Promise<void> {
    await this.#task.stop();
    this.#transport.close();
  }

  /** Sends one mail at a time, so that a lease only has to cover one attempt. */
  async #sendDue(signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) {
        const now = this.#clock();
        const leasedUntil = new Date(now.getTime() + LEASE_MILLISECONDS);
        const [mail] = await claimMails(this.#database, { now, leasedUntil, limit: 1 });
        if (mail === undefined) return;
        await traced(spanOf(mail), async () => await this.#send(mail));
      }
    } catch (error) {
      // A claimed mail is sent again after its lease.
      logFailure(this.#log, { err: error }, 'Due mails could not be read.');
    }
  }

  async #send(mail: ClaimedMail): Promise<void> {
    const { id, kind, email, expiresAt } = mail;
    const facts = { mailId: id, kind };
    // Only an instance that sends mails gives them up.
    if (expiresAt <= this.#clock()) return await this.#giveUp(id, facts);
    let text: Awaited<ReturnType<MailDispatch['compose']>>;
    try {
      text = await this.#compose(mail);
      if (text !== null) await this.#transport.send({ id, to: email, ...text });
    } catch (error) {
      await this.#postpone(mail, error);
      return;
    }
    this.outcomes.add(text === null ? 'dropped' : 'sent');
    await deleteMail(this.#database, id);
    this.#log.debug(facts, text === null ? 'A mail was no longer needed.' : 'A mail was sent.');
  }

  async #giveUp(id: string, facts: object): Promise<void> {
    this.outcomes.add('given_up');
    await deleteMail(this.#database, id);
    this.#log.warn(facts, 'A mail could not be sent and is given up.');
  }

  async #postpone({ id, kind, attempts, expiresAt }: ClaimedMail, error: unknown) {
    const failure = describeMailFailure(error);
    const next = nextMailAttempt(this.#clock(), attempts + 1);
    const facts = { mailId: id, kind, ...failure };
    if (isRecipientRefused(failure) || next > expiresAt) {
      await this.#giveUp(id, facts);
      return;
    }
    this.outcomes.add('failed');
    await postponeMail(this.#database, id, { attempts: attempts + 1, nextAttemptAt: next });
    this.#log.warn(facts, 'A mail could not be sent. The service tries again later.');
  }
}

function spanOf({ id, kind }: ClaimedMail): NewSpan {
  const attributes = { 'partner_rating.mail_id': id, 'partner_rating.mail_kind': kind };
  return { name: 'mail', kind: 'client', parent: null, attributes };
}

/** Measures what this instance has sent, and what waits in the shared queue. */
export function measureMails(
  metrics: Metrics,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { outcomes }: Pick<MailDispatcher, 'outcomes'>,
): void {
  measureCount(
    metrics,
    {
      name: 'partner_rating_mail_attempts_total',
      help: 'Mails that this instance has tried to send, by outcome.',
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
    help: 'How long the oldest waiting mail has waited, in seconds.',
    registers,
  });
  metrics.beforeReading(async () => {
    const queue = await measureWaiting(database).catch((error: unknown) => {
      // The values of the last reading would hide the failure.
      for (const gauge of [waiting, oldest]) gauge.remove();
      throw error;
    });
    waiting.set(queue.waiting);
    const since = queue.oldest?.getTime() ?? clock().getTime();
    oldest.set((clock().getTime() - since) / 1_000);
  });
}
