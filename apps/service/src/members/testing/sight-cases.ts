import { playerScopes } from '@partner-rating/server/catalogue';
import type { Database, MemberRow } from '../../platform/database/schema.ts';
import type { Sight } from './naive-member.ts';
import { insertKnownMember, insertRatings, insertSeenConnection, now } from './seen-players.ts';

export const profile = 'user:profile:read';
const everything = playerScopes.map(({ name }) => name);

const connections: Record<string, Sight['connection']> = {
  'not connected': null,
  'connected once': { scopes: everything, revoked: true },
  'connected with the profile': { scopes: [profile], revoked: false },
  'connected with the email': { scopes: [profile, 'user:profile:email'], revoked: false },
  'connected with the ratings': { scopes: [profile, 'user:rating:read'], revoked: false },
  'connected with what shows nothing': {
    scopes: [profile, 'user:rating:history', 'user:match:submit', 'user:webhook:subscribe'],
    revoked: false,
  },
  'connected with everything': { scopes: everything, revoked: false },
};

// By the clock of the database, because a trigger decides it.
const fifteenYearsAgo = `${new Date().getUTCFullYear() - 15}-12-31`;

const ages: Record<string, string | null> = {
  'under 16': fifteenYearsAgo,
  '16 or over': '1986-04-30',
  'of unknown age': null,
};

/** Every combination of connection, choice and age. */
export const sightCases = Object.entries(connections).flatMap(([connected, connection]) =>
  [true, false].flatMap((isWanted) =>
    Object.entries(ages).map(([age, birthDate]) => ({
      title: `a player ${age}, ${connected}${isWanted ? '' : ', opted out'}`,
      connection,
      isWanted,
      birthDate,
    })),
  ),
);

/** A player of one of the cases, as stored. */
export interface SightPlayer {
  sight: Sight;
  member: MemberRow;
  /** A ghost (a member without an account) that this player claimed. */
  alias: MemberRow;
  connectionId: string | null;
}

/** Returns a name that no other player has. */
function lastNameOf(index: number): string {
  const [tens, ones] = [Math.floor(index / 10), index % 10].map((digit) => 'abcdefghij'[digit]);
  return `Brennan${tens}${ones}x`;
}

/** Inserts a player of each case, as the only application sees them. */
export async function insertSightPlayers(database: Database): Promise<SightPlayer[]> {
  const { id: applicationId } = await database
    .selectFrom('application')
    .select('id')
    .executeTakeFirstOrThrow();
  const players: SightPlayer[] = [];
  for (const [index, row] of sightCases.entries()) {
    players.push(await insertSightPlayer(database, applicationId, { index, ...row }));
  }
  return players;
}

async function insertSightPlayer(
  database: Database,
  applicationId: string,
  { index, connection, isWanted, birthDate }: (typeof sightCases)[number] & { index: number },
): Promise<SightPlayer> {
  const member = await insertKnownMember(database, {
    wants_discovery: isWanted,
    birth_date: birthDate,
    last_name: lastNameOf(index),
  });
  const alias = await insertKnownMember(database, { is_ghost: true, merged_into: member.id });
  const ratings = await insertRatings(
    database,
    member.id,
    [
      { sport: 'pickleball', bracket: 'overall-open', rating: 4.231 },
      { sport: 'pickleball', bracket: 'gender-open', rating: 4.3 },
      { sport: 'padel', bracket: 'overall-open', rating: 3.512 },
    ].map((row) => ({ ...row, reliability: 0.77, games: 50 })),
  );
  const sight: Sight = { member, ratings, connection, sports: null, now };
  const connectionId =
    connection === null
      ? null
      : await insertSeenConnection(database, applicationId, member.id, connection);
  return { sight, member, alias, connectionId };
}
