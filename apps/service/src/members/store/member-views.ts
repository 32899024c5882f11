import { prepareStatement } from '../../database/prepared-statement.ts';
import type { Database } from '../../database/schema.ts';
import { connectionJoin, isConnected, memberJson } from './member-json.ts';

export interface ViewQuestion {
  /** A `mem_…` id or a member number. */
  reference: string;
  applicationId: string;
  /** The scopes of an access token, which count in place of the connection's; null for a key. */
  tokenScopes: readonly string[] | null;
  sports: readonly string[] | null;
  /** The day the age is told for, `YYYY-MM-DD`. */
  today: string;
}

/** A member, and their connection with the application that asks. */
export interface MemberView {
  id: string;
  /** What the application may see of the member, as the text of a `Member`. */
  json: string;
  /** Null, as the three below, where there never was a connection. */
  connectionId: string | null;
  scopes: string[] | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
}

// One for each form of reference: a statement that took either would have no good plan.
export const selectViewById = selectWhere('member_view_by_id', 'named.id = $1');
const selectViewByNumber = selectWhere('member_view_by_number', 'named.member_number = $1');

/** The member of this name; undefined where there is none. */
export async function findMemberView(
  database: Database,
  { reference, applicationId, tokenScopes, sports, today }: ViewQuestion,
): Promise<MemberView | undefined> {
  const select = reference.startsWith('mem_') ? selectViewById : selectViewByNumber;
  const [view] = await select.run(database, [reference, applicationId, tokenScopes, sports, today]);
  return view;
}

function selectWhere(name: string, isNamed: string) {
  return prepareStatement<MemberView>(
    name,
    `select
      member.id,
      ${memberJson({
        granted: 'connected.granted',
        isConnected,
        sports: '$4::text[]',
        today: '$5::date',
      })} as json,
      connected.id as "connectionId",
      connected.scopes,
      connected.revoked_at as "revokedAt",
      connected.last_used_at as "lastUsedAt"
    from member as named
    join member on member.id = coalesce(named.merged_into, named.id)
    ${connectionJoin({ applicationId: '$2', tokenScopes: '$3::text[]' })}
    where ${isNamed}`,
  );
}
