import { prepareStatement } from '../../platform/database/prepared-statement.ts';
import type { Database } from '../../platform/database/schema.ts';
import { connectionJoin, isShown, ratingsAreShown } from './member-json.ts';

export interface HiddenRatingsQuestion {
  /** The application that asks; null for a stranger, to whom nobody is connected. */
  applicationId: string | null;
  memberIds: readonly string[];
}

const select = prepareStatement<{ id: string }>(
  'hidden_ratings',
  `select member.id
  from unnest($2::text[]) as asked (id)
  join member on member.id = asked.id
  ${connectionJoin({ applicationId: '$1', tokenScopes: 'null::text[]' })}
  where not (${isShown('$1')} and ${ratingsAreShown})`,
);

/** Those of these members whose ratings the application may not see. */
export async function findHiddenRatings(
  database: Database,
  { applicationId, memberIds }: HiddenRatingsQuestion,
): Promise<ReadonlySet<string>> {
  if (memberIds.length === 0) return new Set();
  const rows = await select.run(database, [applicationId, memberIds]);
  return new Set(rows.map(({ id }) => id));
}
