import { sql } from 'kysely';

/** What a delivery is marked with that is queued again: dispatchers find it by that, as they find a new one. */
export const currentTransaction = sql<number>`pg_current_xact_id()::text::bigint`;
