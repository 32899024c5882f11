import { prepareStatement } from '../../platform/database/prepared-statement.ts';
import type { Database } from '../../platform/database/schema.ts';
import {
  connectionJoin,
  isConnected,
  isShown,
  memberJson,
  ratingsAreShown,
} from './member-json.ts';

export interface ViewQuestion {
  /** A `mem_…` id or a member number. */
  reference: string;
  applicationId: string;
  /** The scopes of an access token, which replace those of the connection. Null for a key. */
  tokenScopes: readonly string[] | null;
  /** The sports whose ratings to return. Null for all. */
  sports: readonly string[] | null;
  /** The day for which the age is computed, `YYYY-MM-DD`. */
  today: string;
  now: Date;
}

/** A member, and their connection to the application that asks. */
export interface MemberView {
  id: string;
  /** The `Member` as far as the application may see it, as JSON text. */
  json: string;
  /** Whether the application may know that the member exists. */
  isKnown: boolean;
  /** Null without a connection. The same holds for the three below. */
  connectionId: string | null;
  scopes: string[] | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
}

// The questions are sent as JSON, because PostgreSQL would plan the statement again for each length of an array. `offset 0`
// makes it look up the joined rows by key.
const selectMemberViews = prepareStatement<MemberView & { position: number }>(
  'member_views',
  `select
    asked.position,
    member.id,
    ${memberJson({
      granted: 'connected.granted',
      isConnected,
      ratingsAreShown,
      sports: 'asked.sports',
      today: 'asked.today',
      now: 'asked.now',
    })} as json,
    ${isShown('asked.application_id')} as "isKnown",
    connected.id as "connectionId",
    connected.scopes,
    connected.revoked_at as "revokedAt",
    connected.last_used_at as "lastUsedAt"
  from json_to_recordset($1::json) as asked (
    position integer, reference text, application_id text, token_scopes text[], sports text[],
    today date, now timestamptz
  )
  cross join lateral (
    select coalesce(merged_into, id) as id
    from member
    where id = case
      when starts_with(reference, 'mem_') then reference
      else (select id from member where member_number = reference::bigint)
    end
    offset 0
  ) as named
  cross join lateral (
    select * from member where id = named.id and erased_at is null offset 0
  ) as member
  ${connectionJoin({ applicationId: 'asked.application_id', tokenScopes: 'asked.token_scopes' })}`,
);

/** Returns the member of each question, in the order of the questions. Undefined if there is none. */
export async function findMemberViews(
  database: Database,
  questions: readonly ViewQuestion[],
): Promise<(MemberView | undefined)[]> {
  const asked = questions.map(({ reference, applicationId, tokenScopes, ...rest }, position) => ({
    position,
    reference,
    application_id: applicationId,
    token_scopes: tokenScopes,
    ...rest,
  }));
  const rows = await selectMemberViews.run(database, [JSON.stringify(asked)]);
  const views = new Array<MemberView | undefined>(questions.length).fill(undefined);
  for (const { position, ...view } of rows) views[position] = view;
  return views;
}

interface BulkQuestion {
  /** Each a `mem_…` id or a member number. */
  references: readonly string[];
  applicationId: string;
  sports: readonly string[] | null;
  /** The day for which the ages are computed, `YYYY-MM-DD`. */
  today: string;
  now: Date;
  /** Returns the connections that were last used before this moment. */
  staleSince: Date;
}

interface BulkView {
  /** The members who are shown, in the order of the references: the JSON text of a list of `Member`. */
  json: string;
  /** The connections that show some of them and whose last use is out of date. */
  staleConnections: string[];
}

interface BulkRow extends BulkView {
  /** How many of the references name a member, whether shown or not. */
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

// Nearly all references are ids that were not merged. A look-up of merged members takes twice as long.
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

/** Returns the members as far as an application may see them, as one JSON text. */
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
