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
  /** The scopes of an access token, which count in place of the connection's; null for a key. */
  tokenScopes: readonly string[] | null;
  /** The sports whose ratings are wanted; null for all. */
  sports: readonly string[] | null;
  /** The day the age is computed for, `YYYY-MM-DD`. */
  today: string;
  now: Date;
}

/** A member, and their connection with the application that asks. */
export interface MemberView {
  id: string;
  /** What the application may see of the member, as the text of a `Member`. */
  json: string;
  /** Whether the application may know that there is such a member. */
  isKnown: boolean;
  /** Null, as the three below, where there never was a connection. */
  connectionId: string | null;
  scopes: string[] | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
}

// The questions come as JSON, since PostgreSQL looks at the length of an array and would plan the
// statement for it at every use. `offset 0` keeps the joins look-ups by key.
export const selectMemberViews = prepareStatement<MemberView & { position: number }>(
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

/** The member each question is about, in their order; undefined where there is none. */
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
