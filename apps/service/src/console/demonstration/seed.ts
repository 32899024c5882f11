// Fills an unused database with the demonstration: partners, players, and matches.

import { sharedItems } from '../../account/domain/shared-items.ts';
import { insertSharedPage } from '../../account/store/shared-pages.ts';
import { hashPassword } from '../../connect/login/check-password.ts';
import { insertAccount } from '../../connect/login/store/accounts.ts';
import { ingestBatch } from '../../matches/submit/ingest-batch.ts';
import { SHARED_PATH } from '../../members/domain/names.ts';
import { baseAddress, type Dependencies } from '../../platform/configuration/dependencies.ts';
import { newId } from '../../platform/database/identifiers.ts';
import type { DatabaseTransaction } from '../../platform/database/schema.ts';
import { seededRandom } from '../../platform/random.ts';
import { newSecret } from '../../platform/secrets/sealing.ts';
import { settleDue } from '../../ratings/settlement/settle-due.ts';
import { newKeyRow } from '../actions/keys.ts';
import { findApplication, insertApplication, insertKey } from '../store/applications.ts';
import { insertTeamMember } from '../store/teams.ts';
import {
  applicationRow,
  demonstrationKeyScopes,
  otherPartner,
  ownerRow,
  partner,
  partnerPerson,
  readLiveFacts,
  writeFacts,
} from './facts.ts';
import { makeClubNights, type Player } from './matches.ts';
import {
  demoPlayer,
  type LogIn,
  makePeople,
  memberColumns,
  namedMembers,
  otherLogIns,
} from './people.ts';
import {
  ensureConnections,
  ensureMembers,
  findSeed,
  recordSeedEnd,
  recordSeedStart,
  withSeedLock,
} from './store/demonstration.ts';

const SEED = 10_482;

const PEOPLE = 316;

/**
 * Fills an unused database with two partners, some hundred players, and weeks of
 * matches that are submitted and rated like those of any partner. Every step can be repeated, so an interrupted seed,
 * which the database has recorded, continues where it stopped.
 */
export async function seedDemonstration(
  dependencies: Dependencies,
  print: (text: string) => void,
): Promise<void> {
  await oneInstanceAtATime(dependencies, async () => await seedOnce(dependencies, print));
}

/** With PostgreSQL, one instance runs this while the others wait. */
export async function oneInstanceAtATime(
  { database, configuration }: Dependencies,
  run: () => Promise<void>,
): Promise<void> {
  await (configuration.databaseUrl === null ? run() : withSeedLock(database, run));
}

async function seedOnce(dependencies: Dependencies, print: (text: string) => void): Promise<void> {
  const begun = await beginSeed(dependencies);
  if (begun === null) return await refreshAddress(dependencies);

  print('Filling the empty database with a demonstration:');
  // All dates follow from the first attempt, so that a second one creates the same matches.
  const { applicationId, startedAt } = begun;
  const players = await ensurePlayers(dependencies, startedAt);
  await connectClub(dependencies, applicationId, players, startedAt);
  print(`  ${players.length} players`);
  await playMatches(dependencies, applicationId, players, startedAt, print);
  await settleDue(dependencies);
  await finish(dependencies, applicationId, players);
}

// The service may have another port or public address now.
async function refreshAddress(dependencies: Dependencies): Promise<void> {
  const { dataDirectory } = dependencies.configuration;
  const facts = await readLiveFacts(dependencies);
  const baseUrl = baseAddress(dependencies);
  if (facts === null || facts.baseUrl === baseUrl) return;
  await writeFacts(dataDirectory, { ...facts, baseUrl });
}

interface BegunSeed {
  applicationId: string;
  startedAt: Date;
}

// Creates the first partner together with the record of the seed; null if
// the seed is finished, or the database is in use.
async function beginSeed({ database, clock }: Dependencies): Promise<BegunSeed | null> {
  return await database.transaction().execute(async (transaction) => {
    const seed = await findSeed(transaction);
    if (seed === undefined) {
      const startedAt = clock();
      if (!(await recordSeedStart(transaction, startedAt))) return null;
      const row = applicationRow(partner, startedAt);
      await insertApplication(transaction, row);
      return { applicationId: row.id, startedAt };
    }
    if (seed.finished_at !== null) return null;
    const application = await findApplication(transaction, partner.clientId);
    if (application === undefined) throw new Error('The demonstration partner is missing.');
    return { applicationId: application.id, startedAt: seed.started_at };
  });
}

async function ensurePlayers({ database }: Dependencies, now: Date): Promise<Player[]> {
  const people = [
    ...Object.values(namedMembers),
    ...makePeople(seededRandom(SEED), PEOPLE),
    ...otherLogIns,
  ];
  const rows = await ensureMembers(
    database,
    people.map((person) => ({ id: newId('mem'), ...memberColumns(person), created_at: now })),
  );
  return people.map((person) => {
    const row = rows.get(person.email);
    if (row === undefined) throw new Error(`The demonstration player ${person.email} is missing.`);
    return { ...person, id: row.id, memberNumber: row.memberNumber };
  });
}

// Everybody is connected to the first partner, except the demo player, so that a newcomer can connect this player by hand.
async function connectClub(
  { database }: Dependencies,
  applicationId: string,
  [, ...players]: readonly Player[],
  now: Date,
): Promise<void> {
  await ensureConnections(
    database,
    players.map((player) => ({
      id: newId('con'),
      application_id: applicationId,
      member_id: player.id,
      scopes: [
        'user:profile:read',
        'user:rating:read',
        'user:match:submit',
        'user:webhook:subscribe',
      ],
      created_at: now,
      updated_at: now,
      revoked_at: null,
    })),
  );
}

async function playMatches(
  dependencies: Dependencies,
  applicationId: string,
  players: readonly Player[],
  startedAt: Date,
  print: (text: string) => void,
): Promise<void> {
  const nights = makeClubNights(seededRandom(SEED + 1), players, startedAt);
  for (const [index, { batch, submittedAt }] of nights.entries()) {
    const outcome = await ingestBatch(
      { ...dependencies, clock: () => submittedAt },
      { applicationId, trusted: true },
      batch,
    );
    if (outcome.kind !== 'handled') {
      throw new Error(`A demonstration batch was refused: ${JSON.stringify(outcome.errors)}`);
    }
    if ((index + 1) % 8 === 0) print(`  ${index + 1} of ${nights.length} club nights rated`);
  }
}

// The facts are written before the keys that they name are stored, so that every stored key is known.
async function finish(
  dependencies: Dependencies,
  applicationId: string,
  players: readonly Player[],
): Promise<void> {
  const now = dependencies.clock();
  const other = applicationRow(otherPartner, now);
  const key = newKeyRow(applicationId, { now, scopes: demonstrationKeyScopes });
  const otherKey = newKeyRow(other.id, { now, scopes: demonstrationKeyScopes });
  // One password for all, so that there is only one to remember.
  const password = newSecret('').slice(0, 16);
  const passwordHash = await hashPassword(password);
  const logIns = [demoPlayer, ...otherLogIns].map((logIn) => newLogIn(logIn, players));
  const [member, ...others] = players.map(describe);
  if (member === undefined) throw new Error('The demonstration has no players.');
  await writeFacts(dependencies.configuration.dataDirectory, {
    baseUrl: baseAddress(dependencies),
    apiKey: key.apiKey,
    clientId: partner.clientId,
    redirectUri: partner.redirectUri,
    otherApplication: { apiKey: otherKey.apiKey, clientId: otherPartner.clientId },
    member: { email: demoPlayer.email, password, ...member },
    logIns: logIns.map(({ logIn, player, pageAddress }) => ({
      ...describe(player),
      email: logIn.email,
      password,
      about: logIn.about,
      sharedPage: pageAddress === null ? null : `${SHARED_PATH}/${pageAddress}`,
    })),
    person: { ...partnerPerson, password },
    otherMembers: others,
    ownApplications: [],
  });
  await dependencies.database.transaction().execute(async (transaction) => {
    for (const logIn of logIns) await insertLogIn(transaction, logIn, { passwordHash, now });
    await insertPerson(transaction, { applicationId, passwordHash, now });
    await insertApplication(transaction, other);
    await insertKey(transaction, key.row);
    await insertKey(transaction, otherKey.row);
    await recordSeedEnd(transaction, now);
  });
}

async function insertLogIn(
  transaction: DatabaseTransaction,
  { player: { id }, pageAddress: address }: ReturnType<typeof newLogIn>,
  { passwordHash, now }: { passwordHash: string; now: Date },
): Promise<void> {
  const account = { id, password_hash: passwordHash, created_at: now, password_changed_at: now };
  await insertAccount(transaction, { role: 'player', ...account });
  if (address === null) return;
  const page = { memberId: id, address, createdAt: now, isListed: false };
  await insertSharedPage(transaction, { ...page, items: [...sharedItems] });
}

async function insertPerson(
  transaction: DatabaseTransaction,
  { applicationId, passwordHash, now }: { applicationId: string; passwordHash: string; now: Date },
): Promise<void> {
  const accountId = newId('acc');
  await insertAccount(transaction, {
    ...{ role: 'partner', id: accountId, ...partnerPerson, password_hash: passwordHash },
    ...{ created_at: now, password_changed_at: now, email_proven_at: now },
  });
  await insertTeamMember(transaction, applicationId, ownerRow(accountId, now));
}

function newLogIn(logIn: LogIn, players: readonly Player[]) {
  const player = players.find(({ email }) => email === logIn.email);
  if (player === undefined) throw new Error(`The demonstration lacks ${logIn.email}.`);
  return { logIn, player, pageAddress: logIn.hasSharedPage ? newSecret('') : null };
}

function describe({ id, memberNumber, firstName, lastName }: Player) {
  return { id, memberId: memberNumber, name: `${firstName} ${lastName}` };
}
