import { prepareStatement } from '../../platform/database/prepared-statement.ts';
import type { Database } from '../../platform/database/schema.ts';
import { ownGhostText } from '../../ratings/store/players.ts';
import {
  connectionJoin,
  isConnected,
  isShown,
  memberJson,
  ratingsAreShown,
} from './member-json.ts';

export interface CardQuestion {
  /** The application that asks. A card says whether the player is connected to it. */
  applicationId: string;
  memberIds: readonly string[];
  /** The sports whose ratings to return. Null for all. */
  sports: readonly string[] | null;
  now: Date;
}

interface CardText {
  id: string;
  /** The public card, as the text of a `Member`. */
  json: string;
}

const selectCards = prepareStatement<CardText>(
  'public_cards',
  `select
    member.id,
    ${memberJson({
      granted: 'null::text[]',
      isConnected,
      ratingsAreShown,
      sports: '$3::text[]',
      today: 'null::date',
      now: '$4::timestamptz',
    })} as json
  from unnest($1::text[]) as reference (id)
  join member on member.id = reference.id
  ${connectionJoin({ applicationId: '$2', tokenScopes: 'null::text[]' })}
  where (member.is_discoverable or ${isConnected} or ${ownGhostText('$2')})
    and member.merged_into is null`,
);

/** Returns the public cards of the members that the application may know, in no particular order. */
export async function findCards(
  database: Database,
  { applicationId, memberIds, sports, now }: CardQuestion,
): Promise<CardText[]> {
  if (memberIds.length === 0) return [];
  return await selectCards.run(database, [memberIds, applicationId, sports, now]);
}

interface ConnectedQuestion {
  applicationId: string;
  /** Only members after this id. Null for the first page. */
  after: string | null;
  limit: number;
}

/** Returns the members who are connected to an application, ordered by id, as the index is. */
export async function findConnected(
  database: Database,
  { applicationId, after, limit }: ConnectedQuestion,
) {
  return await database
    .selectFrom('connection')
    .innerJoin('member', 'member.id', 'connection.member_id')
    .select([
      'member.id',
      'member.member_number',
      'member.first_name',
      'member.last_name',
      'connection.scopes',
      'connection.created_at',
      'connection.last_used_at',
    ])
    .where('connection.application_id', '=', applicationId)
    .where('connection.revoked_at', 'is', null)
    .$if(after !== null, (query) => query.where('connection.member_id', '>', after))
    .orderBy('connection.member_id')
    .limit(limit)
    .execute();
}

export type ConnectedRow = Awaited<ReturnType<typeof findConnected>>[number];

/** Returns the member numbers of the players who connected to an application without their ratings. */
export async function findHiddenPlayers(
  database: Database,
  applicationId: string,
): Promise<number[]> {
  const rows = await selectHiddenPlayers.run(database, [applicationId]);
  return rows.map(({ memberNumber }) => memberNumber);
}

const selectHiddenPlayers = prepareStatement<{ memberNumber: number }>(
  'hidden_players',
  `select member.member_number as "memberNumber"
  from connection
  join member on member.id = connection.member_id
  where connection.application_id = $1 and connection.revoked_at is null
    and not ('user:rating:read' = any(connection.scopes))
    and member.is_discoverable and member.merged_into is null`,
);

interface HiddenRatingsQuestion {
  /** The application that asks. Null for a stranger, who has no connections. */
  applicationId: string | null;
  memberIds: readonly string[];
}

const selectHiddenRatings = prepareStatement<{ id: string }>(
  'hidden_ratings',
  `select member.id
  from unnest($2::text[]) as asked (id)
  join member on member.id = asked.id
  ${connectionJoin({ applicationId: '$1', tokenScopes: 'null::text[]' })}
  where not (${isShown('$1')} and ${ratingsAreShown})`,
);

/** Returns those of the members whose ratings the application may not see. */
export async function findHiddenRatings(
  database: Database,
  { applicationId, memberIds }: HiddenRatingsQuestion,
): Promise<ReadonlySet<string>> {
  if (memberIds.length === 0) return new Set();
  const rows = await selectHiddenRatings.run(database, [applicationId, memberIds]);
  return new Set(rows.map(({ id }) => id));
}
