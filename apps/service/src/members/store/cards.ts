import { prepareStatement } from '../../platform/database/prepared-statement.ts';
import type { Database } from '../../platform/database/schema.ts';
import { ownGhostText } from '../../players/store/own-ghosts.ts';
import { connectionJoin, isConnected, memberJson, ratingsAreShown } from './member-json.ts';

export interface CardQuestion {
  /** The application that asks: a card says whether the player is connected to it. */
  applicationId: string;
  memberIds: readonly string[];
  /** The sports whose ratings are wanted; null for all. */
  sports: readonly string[] | null;
  now: Date;
}

export interface CardText {
  id: string;
  /** The public card, as the text of a `Member`. */
  json: string;
}

const select = prepareStatement<CardText>(
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

/** The public cards of the members who are known to the application, in no particular order. */
export async function findCards(
  database: Database,
  { applicationId, memberIds, sports, now }: CardQuestion,
): Promise<CardText[]> {
  if (memberIds.length === 0) return [];
  return await select.run(database, [memberIds, applicationId, sports, now]);
}
