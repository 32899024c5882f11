import type { Database, MemberRow } from '../../platform/database/schema.ts';
import { insertApplication, insertConnection, usualScopes } from '../../testing/builders.ts';
import type { DatabaseKind } from '../../testing/test-database.ts';
import { matchOf, teamsOf } from './batches.ts';
import type { Club } from './club.ts';
import { openClub } from './story.ts';
import { play } from './voids.ts';

/** Inserts another application, to which some of the club's players have granted everything. */
export async function anotherClub(
  club: Club,
  players: readonly MemberRow[] = [],
  { trusted = false } = {},
): Promise<Club> {
  const { database } = club.dependencies;
  const applicationId = await insertApplication(database);
  for (const { id } of players) await insertConnection(database, applicationId, id);
  return { ...club, submitter: { applicationId, trusted } };
}

/** Changes what a member granted to the application of a club. */
export async function setScopes(club: Club, { id }: MemberRow, scopes: readonly string[]) {
  await club.dependencies.database
    .updateTable('connection')
    .set({ scopes: [...scopes] })
    .where('member_id', '=', id)
    .where('application_id', '=', club.submitter.applicationId)
    .execute();
}

/** Returns the same match between the players of another club. */
export function withPlayersOf(club: Club, other: Club) {
  const named = new Map(club.players.map(({ id }, index) => [id, other.players[index]?.id ?? '']));
  return (match: ReturnType<typeof matchOf>) => ({
    ...match,
    teams: match.teams.map((team) => team.map((id) => named.get(id) ?? id)),
  });
}

/** Returns the same match under another identifier. */
export const twin = (match: ReturnType<typeof matchOf>) => ({
  ...match,
  identifier: 'reported-again',
});

/** Opens the club, and lists its four players. */
export async function openFour(kind: DatabaseKind) {
  const opened = await openClub(kind);
  return { ...opened, players: opened.club.players };
}

/** Plays a season of the club. Neither Mike nor Sofia has agreed to the result at `unconfirmed`. */
export async function openSeason(kind: DatabaseKind, { agrees = false } = {}) {
  const opened = await openClub(kind);
  const { club, mike, priya, daniel, sofia } = opened;
  const earlierId = await play(
    club,
    matchOf('before', [[mike], [priya]]),
    matchOf('others', [[daniel], [priya]]),
  );
  const withdrawn = ['user:profile:read'];
  if (!agrees) await setScopes(club, mike, withdrawn);
  await setScopes(club, sofia, withdrawn);
  const unconfirmed = matchOf('unconfirmed', teamsOf([mike, sofia], [priya, daniel]));
  const idOf = await play(club, unconfirmed);
  await setScopes(club, mike, usualScopes);
  await play(club, matchOf('later', [[priya], [mike]]), matchOf('last', [[daniel], [mike]]));
  await setScopes(club, mike, withdrawn);
  return { ...opened, unconfirmed, matchId: idOf('unconfirmed'), earlierId };
}

/** Returns the stored answers to a match. */
export async function responsesTo(database: Database, matchId: string) {
  return await database
    .selectFrom('match_response as given')
    .innerJoin('match', 'match.arrival', 'given.arrival')
    .innerJoin('member', 'member.member_number', 'given.member_number')
    .select(['member.id as member_id', 'given.response', 'given.application_id'])
    .where('match.id', '=', matchId)
    .execute();
}
