import { rateLimited } from '@partner-rating/server';
import { MAILS_AN_HOUR, secondsUntil, takeMail } from '../../connect/login/requested-mails.ts';
import { countAttempt } from '../../connect/login/store/devices.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { hashUnderSecretsKey } from '../../platform/secrets/sealing.ts';
import type { PartnerPerson } from '../api/caller.ts';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1_000;

// Enough to invite a whole team. All applications of the person share it, because anybody can create more of them.
const INVITATIONS_A_DAY = 50;

/**
 * Counts an invitation of an address. `person` is the person who invites, or null for an operator.
 * @throws ProblemError `rate_limited` if the address got too many invitations, or the person sent too many.
 */
export async function limitInvitations(
  transaction: DatabaseTransaction,
  dependencies: Pick<Dependencies, 'clock' | 'configuration'>,
  { email, person }: { email: string; person: PartnerPerson | null },
): Promise<void> {
  if (person !== null) await countForPerson(transaction, dependencies, person);
  const mail = { of: 'partner', purpose: 'invitation', who: email } as const;
  const wait = await takeMail(transaction, dependencies, mail);
  if (wait === null) return;
  throw rateLimited(
    `${email} got ${MAILS_AN_HOUR} invitations in the last hour, which is the maximum.`,
    wait,
  );
}

async function countForPerson(
  transaction: DatabaseTransaction,
  { clock, configuration }: Pick<Dependencies, 'clock' | 'configuration'>,
  { accountId }: PartnerPerson,
): Promise<void> {
  const now = clock();
  const subject = await hashUnderSecretsKey(configuration, `invitations by ${accountId}`);
  const ends = new Date(now.getTime() + DAY_MILLISECONDS);
  const { amount, expiresAt } = await countAttempt(transaction, { subject, now, expiresAt: ends });
  if (amount <= INVITATIONS_A_DAY) return;
  throw rateLimited(
    `You sent ${INVITATIONS_A_DAY} invitations within a day, which is the maximum.`,
    secondsUntil(expiresAt, now),
  );
}
