import { prepareStatement } from '../../database/prepared-statement.ts';
import type { Database } from '../../database/schema.ts';
import { connectionJoin, isConnected, isShown, memberJson } from './member-json.ts';

export interface BulkQuestion {
  /** Each a `mem_…` id or a member number. */
  references: readonly string[];
  applicationId: string;
  sports: readonly string[] | null;
  /** The day the ages are told for, `YYYY-MM-DD`. */
  today: string;
  /** Connections that were last used before this are told of. */
  staleSince: Date;
}

export interface BulkView {
  /** Those of the members who are shown, in the order asked for: the text of a list of `Member`. */
  json: string;
  /** The connections by which some of them are shown and whose last use is out of date. */
  staleConnections: string[];
}

export const selectBulkView = prepareStatement<BulkView>(
  'bulk_view',
  `select
    '[' || coalesce(string_agg(json, ',' order by place), '') || ']' as json,
    coalesce(array_agg(connection_id) filter (where is_stale), '{}') as "staleConnections"
  from (
    select
      place,
      ${memberJson({
        granted: 'connected.granted',
        isConnected,
        sports: '$3::text[]',
        today: '$4::date',
      })} as json,
      connected.id as connection_id,
      connected.granted is not null
        and (connected.last_used_at is null or connected.last_used_at <= $5) as is_stale
    from unnest($1::text[]) with ordinality as asked (reference, place)
    join member as named on named.id = case
      when starts_with(reference, 'mem_') then reference
      else (select id from member where member_number = reference::bigint)
    end
    join member on member.id = coalesce(named.merged_into, named.id)
    ${connectionJoin({ applicationId: '$2', tokenScopes: 'null::text[]' })}
    where ${isShown}
  ) as shown`,
);

/** What an application may see of members, all in one text. */
export async function findBulkView(
  database: Database,
  { references, applicationId, sports, today, staleSince }: BulkQuestion,
): Promise<BulkView> {
  const [view] = await selectBulkView.run(database, [
    references,
    applicationId,
    sports,
    today,
    staleSince,
  ]);
  return view ?? { json: '[]', staleConnections: [] };
}
