import { prepareStatement } from '../../platform/database/prepared-statement.ts';
import type { Database } from '../../platform/database/schema.ts';
import {
  connectionJoin,
  isConnected,
  isShown,
  memberJson,
  ratingsAreShown,
} from './member-json.ts';

export interface BulkQuestion {
  /** Each a `mem_…` id or a member number. */
  references: readonly string[];
  applicationId: string;
  sports: readonly string[] | null;
  /** The day the ages are computed for, `YYYY-MM-DD`. */
  today: string;
  now: Date;
  /** Connections that were last used before this are returned. */
  staleSince: Date;
}

export interface BulkView {
  /** Those of the members who are shown, in the order asked for: the text of a list of `Member`. */
  json: string;
  /** The connections by which some of them are shown and whose last use is out of date. */
  staleConnections: string[];
}

interface BulkRow extends BulkView {
  /** How many of the references name a member, shown or not. */
  found: number;
}

const selectView = (name: string, members: string) =>
  prepareStatement<BulkRow>(
    name,
    `select
      '[' || coalesce(string_agg(json, ',' order by place) filter (where is_shown), '') || ']'
        as json,
      coalesce(array_agg(connection_id) filter (where is_stale), '{}') as "staleConnections",
      count(*)::integer as found
    from (
      select
        place,
        ${memberJson({
          granted: 'connected.granted',
          isConnected,
          ratingsAreShown,
          sports: '$3::text[]',
          today: '$4::date',
          now: '$6::timestamptz',
        })} as json,
        ${isShown('$2')} as is_shown,
        connected.id as connection_id,
        connected.granted is not null
          and (connected.last_used_at is null or connected.last_used_at <= $5) as is_stale
      from unnest($1::text[]) with ordinality as asked (reference, place)
      ${members}
      ${connectionJoin({ applicationId: '$2', tokenScopes: 'null::text[]' })}
    ) as seen`,
  );

// Hardly anybody asks for others than living ids, and to look for a member whom another may have
// been merged into takes as long as to look for the first.
const selectByIds = selectView(
  'bulk_view_by_ids',
  'join member on member.id = asked.reference and member.merged_into is null',
);
const selectByReferences = selectView(
  'bulk_view',
  `join member as named on named.id = case
    when starts_with(reference, 'mem_') then reference
    else (select id from member where member_number = reference::bigint)
  end
  join member on member.id = coalesce(named.merged_into, named.id)`,
);

/** What an application may see of members, all in one text. */
export async function findBulkView(
  database: Database,
  { references, applicationId, sports, today, now, staleSince }: BulkQuestion,
): Promise<BulkView> {
  const values = [references, applicationId, sports, today, staleSince, now];
  const [byIds] = await selectByIds.run(database, values);
  if (byIds?.found === references.length) return byIds;
  const [view] = await selectByReferences.run(database, values);
  return view ?? { json: '[]', staleConnections: [] };
}
