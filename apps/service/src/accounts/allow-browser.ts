import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { hashSecret, newSecret } from '../platform/secrets/secrets.ts';
import { browserWords } from './domain/browser-words.ts';
import { lockOpenAccountOf } from './store/accounts.ts';
import { upsertDevice } from './store/devices.ts';
import { consumeLink, findLink } from './store/links.ts';

/** How long a browser that a link allowed may take to log in, in milliseconds. */
export const ALLOWED_MILLISECONDS = 60 * 60_000;

const purpose = 'log-in';

/** Whether a link that lets a browser log in can still be used. */
export async function isLogInLink(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  token: string,
): Promise<boolean> {
  const wanted = { tokenHash: hashSecret(token), purpose, now: clock() } as const;
  return (await findLink(database, wanted)) !== undefined;
}

export interface AllowedBrowser {
  /** The token by which it is known already; null where it is new. */
  device: string | null;
  userAgent: string | null;
}

/**
 * Uses a link up that lets a browser log in however many passwords others have guessed: from then on it
 * counts as one that logged in before, and still has to give password and code. Returns the token by which it
 * is known; null where the link was used, has expired, or was made for an address that is no longer that of
 * an account that is open.
 */
export async function allowBrowser(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  linkToken: string,
  { device, userAgent }: AllowedBrowser,
): Promise<string | null> {
  const now = clock();
  return await database.transaction().execute(async (transaction) => {
    const used = { tokenHash: hashSecret(linkToken), purpose, now } as const;
    const { memberId = null, email = '' } = (await findLink(transaction, used)) ?? {};
    if (memberId === null) return null;
    // Before its links, in the order in which they are ended.
    if (!(await lockOpenAccountOf(transaction, { memberId, email }))) return null;
    if ((await consumeLink(transaction, used)) === undefined) return null;
    const token = device ?? newSecret('');
    const expiresAt = new Date(now.getTime() + ALLOWED_MILLISECONDS);
    await upsertDevice(transaction, { memberId, tokenHash: hashSecret(token), now, expiresAt });
    await recordAudit(transaction, {
      occurredAt: now,
      actor: 'player',
      action: 'log_in.allowed',
      applicationId: null,
      memberId,
      details: { browser: browserWords(userAgent).name },
    });
    return token;
  });
}
