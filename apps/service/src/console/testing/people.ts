import { partnerPeople } from '../../connect/login/realms.ts';
import { beginSession } from '../../connect/login/sessions.ts';
import { cheapHash } from '../../connect/login/testing/make-account.ts';
import { BrowserSession } from '../../connect/testing/browser-session.ts';
import type { ConnectFlow } from '../../connect/testing/connect-flow.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { PartnerPerson } from '../api/caller.ts';

/** The password of all people in these tests. */
export const password = 'engines of the north';

/** Inserts a person who works for a partner and has an account. */
export async function insertPerson(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  name: string,
): Promise<PartnerPerson> {
  const now = clock();
  const person = { accountId: `acc_${name}`, name, email: `${name}@courtside.example` };
  const times = { created_at: now, password_changed_at: now, email_proven_at: now };
  const { accountId: id, email } = person;
  const password_hash = await cheapHash(password);
  const account = { id, name, email, role: 'partner', password_hash, ...times } as const;
  await database.insertInto('account').values(account).execute();
  return person;
}

/** Returns a browser in which such a person has just logged in. */
export async function openAsPerson(flow: ConnectFlow, name: string): Promise<BrowserSession> {
  const { accountId } = await insertPerson(flow.dependencies, name);
  const browser = new BrowserSession(flow.app);
  await logInAgain(flow, browser, accountId);
  return browser;
}

/** Gives a browser a new session of a person. */
export async function logInAgain(
  { dependencies }: ConnectFlow,
  browser: BrowserSession,
  accountId: string,
): Promise<void> {
  const session = await beginSession(dependencies, {
    ...{ realm: partnerPeople, accountId, previousToken: null, userAgent: null },
  });
  browser.cookies.set('partner-rating-partner-session', session);
}
