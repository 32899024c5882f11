import { ALLOWED_MILLISECONDS } from '../accounts/allow-browser.ts';
import { browserWords } from '../accounts/domain/browser-words.ts';
import { actAs } from '../platform/audit/store/acting-operator.ts';
import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { hashSecret, newSecret } from '../platform/secrets/secrets.ts';
import { actOfOperator } from './act-of-operator.ts';
import { upsertOperatorDevice } from './store/operator-devices.ts';
import {
  consumeOperatorLink,
  findOperatorLink,
  insertOperatorLink,
} from './store/operator-links.ts';

export const ALLOW_PATH = '/operator/log-in/allow';

const LIFETIME_MILLISECONDS = 24 * 60 * 60_000;

type WithClock = Pick<Dependencies, 'database' | 'clock'>;

/** Makes a one-use link by which an operator lets a new browser log in, and returns its address. */
export async function createOperatorLink(
  transaction: DatabaseTransaction,
  { clock, publicUrl }: Pick<Dependencies, 'clock' | 'publicUrl'>,
  operatorId: string,
): Promise<string> {
  const now = clock();
  const token = newSecret('');
  const expiresAt = new Date(now.getTime() + LIFETIME_MILLISECONDS);
  await insertOperatorLink(transaction, {
    tokenHash: hashSecret(token),
    operatorId,
    now,
    expiresAt,
  });
  return `${publicUrl}${ALLOW_PATH}?token=${token}`;
}

/** Whether such a link can still be used. */
export async function isOperatorLink(
  { database, clock }: WithClock,
  token: string,
): Promise<boolean> {
  const wanted = { tokenHash: hashSecret(token), now: clock() };
  return (await findOperatorLink(database, wanted)) !== undefined;
}

/**
 * Uses the link up: from then on the browser counts as one that logged in before, and still has to give
 * password and code. Returns the token by which it is known; null where the link was used or has expired.
 */
export async function allowOperatorBrowser(
  { database, clock }: WithClock,
  linkToken: string,
  { device, userAgent }: { device: string | null; userAgent: string | null },
): Promise<string | null> {
  const now = clock();
  const tokenHash = hashSecret(linkToken);
  const link = await findOperatorLink(database, { tokenHash, now });
  if (link === undefined) return null;
  const { operatorId, name } = link;
  return await actAs(name, async () =>
    database.transaction().execute(async (transaction) => {
      if (!(await consumeOperatorLink(transaction, tokenHash))) return null;
      const token = device ?? newSecret('');
      const expiresAt = new Date(now.getTime() + ALLOWED_MILLISECONDS);
      const known = { operatorId, tokenHash: hashSecret(token), now, expiresAt };
      await upsertOperatorDevice(transaction, known);
      const details = { browser: browserWords(userAgent).name };
      const act = actOfOperator(now);
      await recordAudit(transaction, { ...act, action: 'operator.browser_allowed', details });
      return token;
    }),
  );
}
