import { type RawBuilder, sql } from 'kysely';

/**
 * SQL for whether the row `member` is a ghost that an application made, or found by its address and
 * name: nobody else knows of it. `applicationId` is an expression.
 */
export function ownGhostText(applicationId: string): string {
  return `(member.is_ghost and exists (
    select from imported_ghost
    where imported_ghost.member_id = member.id
      and imported_ghost.application_id = ${applicationId}
  ))`;
}

/** The same for a value. */
export function isOwnGhost(applicationId: string | null): RawBuilder<boolean> {
  const [before = '', after = ''] = ownGhostText(MARK).split(MARK);
  return sql`${sql.raw(before)}${applicationId}${sql.raw(after)}`;
}

const MARK = '$application';
