import { createAccount } from '@partner-rating/service/src/account/register.ts';
import { createKey } from '@partner-rating/service/src/console/actions/keys.ts';
import { createPartner } from '@partner-rating/service/src/console/actions/partners.ts';
import type { PartnerPerson } from '@partner-rating/service/src/console/api/caller.ts';
import { makeOperator } from '@partner-rating/service/src/console/testing/set-up-operator.ts';
import type { Dependencies } from '@partner-rating/service/src/platform/configuration/dependencies.ts';
import { type CodeApp, newCodeApp } from './code-app.ts';

export interface Partner {
  index: number;
  name: string;
  clientId: string;
  applicationId: string;
  apiKey: string;
  /** A key that may only read members. */
  readingKey: string;
  redirectUri: string;
}

export interface Player {
  index: number;
  name: string;
  firstName: string;
  lastName: string;
  memberId: string;
  memberNumber: number;
  email: string;
  password: string;
  /** The state of two-step verification, if it is on. */
  factor: SecondFactor | null;
}

export interface SecondFactor extends CodeApp {
  /** The unused recovery codes. */
  recoveryCodes: string[];
}

export interface KnownOperator {
  name: string;
  password: string;
  app: CodeApp;
  /** When they logged in, and when they last did something. Null without a session. */
  session: { begunAt: number; usedAt: number } | null;
}

const operatorNames = ['anna', 'bea'] as const;
const partnerNames = ['Courtside Club', 'Rally League'] as const;
const playerNames = [
  ['Mike', 'Brennan', 'MALE', '1986-03-04'],
  ['Priya', 'Natarajan', 'FEMALE', '1990-11-20'],
  ['Daniel', 'Okafor', 'MALE', '1972-06-15'],
  ['Sofia', 'Lindqvist', 'FEMALE', '1994-01-09'],
  ['Ana', 'Duarte', 'FEMALE', '2009-05-30'],
  ['Tomas', 'Novak', 'MALE', '1965-08-02'],
] as const;

// Scopes that operators give only to trusted partners. Nobody may report for players who did not
// consent.
const KEY_SCOPES = [
  'key:oauth:connect',
  'key:member:read',
  'key:match:submit',
  'key:tournament:import',
  'key:leaderboard:read',
  'key:webhook:manage',
];

export const OPERATORS = operatorNames.length;
export const PARTNERS = partnerNames.length;
export const PLAYERS = playerNames.length;

export async function makePartners(dependencies: Dependencies): Promise<Partner[]> {
  const partners: Partner[] = [];
  for (const [index, name] of partnerNames.entries()) {
    const clientId = name.toLowerCase().replace(' ', '-');
    await createPartner(dependencies, { clientId, name, redirectUris: [redirectUriOf(clientId)] });
    partners.push(await equipPartner(dependencies, { index, name, clientId }));
  }
  return partners;
}

export const redirectUriOf = (clientId: string): string => `https://${clientId}.example/callback`;

/** The keys of a partner that the operator created. */
export async function equipPartner(
  dependencies: Dependencies,
  { index, name, clientId }: Pick<Partner, 'index' | 'name' | 'clientId'>,
): Promise<Partner> {
  const { id: applicationId } = await dependencies.database
    .selectFrom('application')
    .select('id')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  const { apiKey } = await createKey(dependencies, { clientId, scopes: KEY_SCOPES });
  const reading = await createKey(dependencies, { clientId, scopes: ['key:member:read'] });
  const redirectUri = redirectUriOf(clientId);
  return { index, name, clientId, applicationId, apiKey, readingKey: reading.apiKey, redirectUri };
}

/** Operators who have set up their accounts. */
export async function makeOperators(dependencies: Dependencies): Promise<KnownOperator[]> {
  const operators: KnownOperator[] = [];
  for (const operatorName of operatorNames) {
    const { name, password, key } = await makeOperator(dependencies, operatorName);
    const app = newCodeApp(key, dependencies.clock().getTime());
    operators.push({ name, password, app, session: null });
  }
  return operators;
}

export async function makePlayers(dependencies: Dependencies): Promise<Player[]> {
  const players: Player[] = [];
  for (const [index, [firstName, lastName, gender, birthDate]] of playerNames.entries()) {
    const email = `${firstName}.${lastName}@example.com`.toLowerCase();
    const password = `correct horse ${firstName}`;
    const account = { email, password, firstName, lastName, isDiscoverable: true };
    const made = await createAccount(dependencies, account);
    await dependencies.database
      .updateTable('member')
      .set({ gender, birth_date: birthDate, city: 'Austin', state: 'TX', country: 'US' })
      .where('id', '=', made.memberId)
      .execute();
    await dependencies.database
      .updateTable('account')
      .set({ email_proven_at: dependencies.clock() })
      .where('member_id', '=', made.memberId)
      .execute();
    const name = `${firstName} ${lastName}`;
    players.push({ index, name, firstName, lastName, email, password, factor: null, ...made });
  }
  return players;
}

/** The people who work for partners. */
export const PEOPLE = [person('Nia'), person('Omar'), person('Pia')] as const;

function person(name: string): PartnerPerson {
  const word = name.toLowerCase();
  return { accountId: `acc_${word}`, name, email: `${word}@clubs.example` };
}

export async function makePeople({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const now = clock();
  const times = { created_at: now, password_changed_at: now, email_proven_at: now };
  const accounts = PEOPLE.map(({ accountId: id, name, email }) => ({
    ...{ id, name, email, role: 'partner' as const, password_hash: 'unused', ...times },
  }));
  await database.insertInto('account').values(accounts).execute();
}
