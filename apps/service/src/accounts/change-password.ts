import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { queueMail } from '../platform/mail/outbox.ts';
import { hashSecret } from '../platform/secrets/secrets.ts';
import type { LogInRefusal } from './attempt-log-in.ts';
import type { AccountMail } from './domain/account-mail.ts';
import { newPasswordFaults } from './domain/new-password.ts';
import { endLinks } from './end-links.ts';
import { hashPassword } from './password-hash.ts';
import type { PostedForm } from './posted-form.ts';
import type { OwnerProof } from './prove-owner.ts';
import { wrongPassword } from './prove-password.ts';
import { beginSession, endOtherSessions, type Player } from './sessions.ts';
import { replacePassword } from './store/accounts.ts';
import { deleteDevices } from './store/devices.ts';

export interface PasswordChanged {
  /** The token of the session that takes the place of the player's. */
  session: string;
  /** How many other sessions ended. */
  ended: number;
}

/**
 * Tries the form by which a player changes the password. With it go all sessions of the old one:
 * the others end, and the player's own is renewed.
 */
export async function changePassword(
  dependencies: Dependencies,
  proveOwner: OwnerProof,
  player: Player & { session: string },
  form: PostedForm,
): Promise<PasswordChanged | LogInRefusal> {
  const { database, clock } = dependencies;
  const { memberId, email, session } = player;
  const {
    field,
    raw,
    cookies: { device },
  } = form;
  const oldPassword = field('password');
  const newPassword = field('new_password');
  const faults = newPasswordFaults({ oldPassword, newPassword, again: field('again') });
  if (faults.length > 0) return { status: 422, faults };
  const proof = await proveOwner(player, form);
  if ('faults' in proof) return proof;

  const { passwordHash: oldHash } = proof;
  const newHash = await hashPassword(newPassword);
  return await database.transaction().execute(async (transaction) => {
    const now = clock();
    if (!(await replacePassword(transaction, { memberId, oldHash, newHash, now }))) {
      return wrongPassword;
    }
    await recordAudit(transaction, {
      occurredAt: now,
      actor: 'player',
      action: 'password.changed',
      applicationId: null,
      memberId,
    });
    await endLinks(transaction, { memberId, now });
    await deleteDevices(transaction, memberId, device === null ? null : hashSecret(device));
    if (email !== null) {
      const mail = { kind: 'password-changed', email, memberId } as const;
      await queueMail<AccountMail>(transaction, dependencies, mail);
    }
    const within = { ...dependencies, database: transaction };
    const ended = await endOtherSessions(within, memberId, session);
    const userAgent = raw.headers['user-agent'] ?? null;
    const renewed = await beginSession(within, { memberId, previousToken: session, userAgent });
    return { session: renewed, ended };
  });
}
