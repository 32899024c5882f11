import { partnerPeople } from '../connect/login/realms.ts';
import { createPeriodicTask, type PeriodicTask } from '../platform/concurrency/periodic-task.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { type FailureLog, logFailure } from '../platform/database/unreachable.ts';
import { queueMail, sendsMail } from '../platform/mail/outbox.ts';
import type { MailText } from '../platform/mail/render-mail.ts';
import type { ClaimedMail } from '../platform/mail/store/mails.ts';
import { claimDisabledEndpoints, claimExpiringKeys, listTeamReaders } from './store/team-mails.ts';

/** The kinds of mail to the team of an application. */
type TeamMail = 'team-invited' | 'application-approved' | 'key-expiring' | 'endpoint-disabled';

type QueueDependencies = Pick<Dependencies, 'database' | 'clock' | 'configuration'>;

type Details = Record<string, string>;

/** Mails everybody in the team of an application. */
export async function queueTeamMail(
  transaction: DatabaseTransaction,
  dependencies: Pick<Dependencies, 'clock' | 'configuration'>,
  applicationId: string,
  kind: TeamMail,
  details: Details = {},
): Promise<void> {
  for (const { email, applicationName, clientId } of await listTeamReaders(
    transaction,
    applicationId,
  )) {
    await queueInvitedMail(transaction, dependencies, {
      ...{ kind, email, details: { ...details, applicationName, clientId } },
    });
  }
}

/** Mails one address, which may have no account. */
export async function queueInvitedMail(
  transaction: DatabaseTransaction,
  dependencies: Pick<Dependencies, 'clock' | 'configuration'>,
  mail: { kind: TeamMail; email: string; details: Details },
): Promise<void> {
  await queueMail<TeamMail>(transaction, dependencies, { ...mail, memberId: null });
}

const DAY = 24 * 60 * 60 * 1_000;

const EXPIRES_SOON = 14 * DAY;

const MAILS_PER_CHUNK = 100;

/** Queues the mails about keys that expire soon and about endpoints that were disabled, each once. */
export async function queueDueTeamMails(dependencies: QueueDependencies): Promise<void> {
  const now = dependencies.clock();
  const before = new Date(now.getTime() + EXPIRES_SOON);
  await dependencies.database.transaction().execute(async (transaction) => {
    const queue = async (applicationId: string, kind: TeamMail, details: Details) =>
      await queueTeamMail(transaction, dependencies, applicationId, kind, details);
    const limit = MAILS_PER_CHUNK;
    for (const key of await claimExpiringKeys(transaction, { now, before, limit })) {
      const details = { prefix: key.subject, expiresAt: key.expiresAt.toISOString() };
      await queue(key.applicationId, 'key-expiring', details);
    }
    for (const endpoint of await claimDisabledEndpoints(transaction, { now, limit })) {
      const details = { url: endpoint.subject, reason: endpoint.reason ?? '' };
      await queue(endpoint.applicationId, 'endpoint-disabled', details);
    }
  });
}

const PAUSE_MILLISECONDS = 60_000;

/** Queues the mails to teams, a chunk at a time. Any number of instances may run it. */
export function createTeamMailTask(
  dependencies: QueueDependencies,
  log: FailureLog,
): PeriodicTask | null {
  if (!sendsMail(dependencies)) return null;
  const run = async () =>
    await queueDueTeamMails(dependencies).catch((err: unknown) => {
      logFailure(
        log,
        { err },
        'Mails to teams could not be queued. The service tries again later.',
      );
    });
  return createPeriodicTask(run, {
    firstPauseMilliseconds: PAUSE_MILLISECONDS,
    pauseMilliseconds: PAUSE_MILLISECONDS,
  });
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

// Only lists are written as names, which never become links. A stranger may have chosen each of these values.
function asNames(details: Details): Record<string, string[]> {
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, [value]]));
}

/** The texts of the mails to teams, by their kind. */
export function teamMailTexts({ publicUrl }: Pick<Dependencies, 'publicUrl'>) {
  const home = `${publicUrl}${partnerPeople.home}`;
  const write = (subject: string, pattern: string, details: Details, path = ''): MailText => ({
    subject,
    blocks: [
      { pattern, names: asNames(details) },
      { link: `${home}${path}`, label: subject },
    ],
    page: home,
    stop: null,
  });
  const texts: Record<TeamMail, (details: Details) => MailText> = {
    'team-invited': (details) =>
      write(
        'You are invited to a team',
        'You are invited to the team of the application {applicationName}. Log in with this email address within 14 days, or sign up with it. If you do not know the application, do nothing.',
        details,
      ),
    'application-approved': (details) =>
      write(
        'Your application is approved',
        'The operator has approved the application {applicationName}. Its keys work from now on.',
        details,
        `/applications/${details.clientId}`,
      ),
    'key-expiring': ({ expiresAt, ...details }) =>
      write(
        'An API key expires soon',
        'The key {prefix}… of the application {applicationName} expires on {expiresAt}. Create a second key, deploy it, and revoke this one.',
        { ...details, expiresAt: day.format(new Date(expiresAt ?? 0)) },
        `/applications/${details.clientId}`,
      ),
    'endpoint-disabled': (details) =>
      write(
        'A webhook endpoint was disabled',
        'The service sends nothing more to {url} of the application {applicationName}. {reason} Correct the cause, and save the endpoint to enable it. Then send again what was missed.',
        details,
        `/applications/${details.clientId}/webhooks`,
      ),
  };
  return Object.fromEntries(
    Object.entries(texts).map(([kind, text]) => [
      kind,
      ({ details }: ClaimedMail) => text(details as Details),
    ]),
  );
}
