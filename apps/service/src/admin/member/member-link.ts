import { readEmail } from '../../accounts/domain/email.ts';
import { createLink } from '../../accounts/links.ts';
import { findAccountByEmail, isAccountLocked } from '../../accounts/store/accounts.ts';
import { findRegistrationByEmail } from '../../accounts/store/registrations.ts';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { OperatorError } from '../terminal/operator-error.ts';

export type OperatorLink = 'verify' | 'reset' | 'log-in';

const purposes = { verify: 'email', reset: 'password', 'log-in': 'log-in' } as const;

/**
 * Makes a one-use link for somebody whom the operator knows to have an e-mail address: to prove the
 * address, of a registration or an account, to choose a new password, or to log in with a new browser after
 * too many wrong passwords.
 */
export async function createMemberLink(
  dependencies: Dependencies,
  typed: string,
  purpose: OperatorLink,
): Promise<string> {
  const { database, clock } = dependencies;
  const email = readEmail(typed);
  if (email === null) throw new OperatorError(`This is not an e-mail address: ${typed}`);
  const now = clock();
  const account = await findAccountByEmail(database, email);
  return await database.transaction().execute(async (transaction) => {
    if (account === undefined) {
      const registration =
        purpose === 'verify' ? await findRegistrationByEmail(transaction, email, now) : undefined;
      if (registration === undefined) throw nobody(email, purpose);
      return await createLink(transaction, dependencies, {
        purpose: 'registration',
        registrationId: registration.id,
        memberId: null,
        email,
      });
    }
    const { memberId } = account;
    if (purpose !== 'reset' && (await isAccountLocked(transaction, memberId))) throw locked(email);
    await recordAudit(transaction, {
      occurredAt: now,
      actor: 'operator',
      action: 'link.created',
      applicationId: null,
      memberId,
      details: { purpose },
    });
    return await createLink(transaction, dependencies, {
      purpose: purposes[purpose],
      registrationId: null,
      memberId,
      email,
    });
  });
}

function locked(email: string): OperatorError {
  return new OperatorError(
    `The account with the e-mail address ${email} is locked, so this link does not work: run \`member unlock\` first.`,
  );
}

function nobody(email: string, purpose: OperatorLink): OperatorError {
  return new OperatorError(
    purpose === 'verify'
      ? `Nobody with the e-mail address ${email} has an account, or registered in the last 24 hours.`
      : `There is no account with the e-mail address ${email}.`,
  );
}
