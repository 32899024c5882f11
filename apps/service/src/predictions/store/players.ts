import { prepareStatement } from '../../platform/database/prepared-statement.ts';
import type { Database } from '../../platform/database/schema.ts';
import { ownGhostText } from '../../ratings/store/players.ts';
import { parametersInUse, type SportParametersRow } from '../../ratings/store/sport-parameters.ts';

export interface PlayersQuestion {
  /** The application that asks. Null for a player. */
  applicationId: string | null;
  sport: string;
  bracket: string;
  primaryBracket: string;
  /** `mem_…` ids and member numbers, each once. */
  references: readonly string[];
}

/** A member by one of their references, with the connection to the application, and the ratings. */
export interface PredictedPlayerRow {
  reference: string;
  id: string;
  isErased: boolean;
  isDiscoverable: boolean;
  isOwnGhost: boolean;
  /** The scopes of a live connection to the application. */
  granted: string[] | null;
  /** The parameters in use that differ from those of the release. The same in each row. */
  parameters: SportParametersRow[] | null;
  own: StoredSkill | null;
  primary: StoredSkill | null;
}

/** A stored skill. */
export interface StoredSkill {
  mu: number;
  sigma: number;
  direction: number;
  partner: number;
  open: number;
  /** In milliseconds since 1970. Null if an earlier model rated it. */
  lastPlayed: number | null;
}

const ratingIn = (bracket: string) =>
  `select json_build_object(
      'mu', mu, 'sigma', sigma, 'direction', direction, 'partner', partner, 'open', open_difference,
      'lastPlayed', round(1000 * extract(epoch from last_played_at))
    ) as skill
    from rating
    where member_id = member.id and sport = $3 and bracket = ${bracket}
    offset 0`;

const select = prepareStatement<PredictedPlayerRow>(
  'predicted_players',
  `select
    asked.reference,
    member.id,
    member.erased_at is not null as "isErased",
    member.is_discoverable as "isDiscoverable",
    ${ownGhostText('$2')} as "isOwnGhost",
    connected.scopes as granted,
    own.skill as own, main.skill as primary,
    (select jsonb_agg(to_jsonb(chosen)) from (${parametersInUse}) as chosen) as parameters
  from unnest($1::text[]) as asked (reference)
  join member as named on named.id = case
    when starts_with(reference, 'mem_') then reference
    else (select id from member where member_number = reference::bigint)
  end
  join member on member.id = coalesce(named.merged_into, named.id)
  left join lateral (
    select scopes from connection
    where application_id = $2 and member_id = member.id and revoked_at is null
    offset 0
  ) as connected on true
  left join lateral (${ratingIn('$4')}) as own on true
  left join lateral (${ratingIn('$5')}) as main on true`,
);

/** Returns all members by their references, in one query. */
export async function findPredictedPlayers(
  database: Database,
  { applicationId, sport, bracket, primaryBracket, references }: PlayersQuestion,
): Promise<PredictedPlayerRow[]> {
  if (references.length === 0) return [];
  return await select.run(database, [references, applicationId, sport, bracket, primaryBracket]);
}
