import { createPeriodicTask, type PeriodicTask } from '../concurrency/periodic-task.ts';
import type { Dependencies } from '../configuration/dependencies.ts';
import { logFailure } from '../database/log-failure.ts';
import { createLabeledCount, type LabeledCount } from '../metrics/labeled-count.ts';
import { describeMailFailure, isRecipientRefused, nextMailAttempt } from './mail-failure.ts';
import { type ClaimedMail, claimMails, deleteMail, postponeMail } from './store/mails.ts';
import type { MailTransport, OutgoingMail } from './transport.ts';

export interface MailLog {
  debug: (facts: object, message: string) => void;
  warn: (facts: object, message: string) => void;
  error: (facts: object, message: string) => void;
}

export interface MailDispatch {
  transport: MailTransport;
  /** Writes the mail; null where there is nothing to say any more. */
  compose: (mail: ClaimedMail) => Promise<Omit<OutgoingMail, 'to'> | null>;
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
      if (text !== null) await transport.send({ to: email, ...text });
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
