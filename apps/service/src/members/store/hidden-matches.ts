import { prepareStatement } from '../../platform/database/prepared-statement.ts';
import type { Database } from '../../platform/database/schema.ts';
import { connectionJoin, isShown, ratingsAreShown } from './member-json.ts';

export interface HiddenMatchesQuestion {
  /** The application that asks; null for a stranger, to whom nobody is connected. */
  applicationId: string | null;
  /** Whose matches they are. */
  memberId: string;
  matchIds: readonly string[];
}

const select = prepareStatement<{ matchId: string }>(
  'hidden_matches',
  `select distinct asked.match_id as "matchId"
  from unnest($3::text[]) as asked (match_id)
  join match_participant as participant on participant.match_id = asked.match_id
  join member as named on named.id = participant.member_id
  join member on member.id = coalesce(named.merged_into, named.id)
  ${connectionJoin({ applicationId: '$1', tokenScopes: 'null::text[]' })}
  where member.id <> $2 and not (${isShown('$1')} and ${ratingsAreShown})`,
);

/** The matches with somebody else in them whose ratings the application may not see. */
export async function findHiddenMatches(
  database: Database,
  { applicationId, memberId, matchIds }: HiddenMatchesQuestion,
): Promise<ReadonlySet<string>> {
  if (matchIds.length === 0) return new Set();
  const rows = await select.run(database, [applicationId, memberId, matchIds]);
  return new Set(rows.map(({ matchId }) => matchId));
}
