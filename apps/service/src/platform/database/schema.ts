import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type {
  AuditEntryTable,
  ConnectionTable,
  MemberTable,
  RatingChangeTable,
  RatingTable,
  Schema,
} from './schema.gen.ts';

export type * from './schema.gen.ts';

/** The database, or a transaction of it: what a store needs. */
export type Database = Kysely<Schema>;

export type DatabaseTransaction = Transaction<Schema>;

export type MemberRow = Selectable<MemberTable>;

export type NewMemberRow = Insertable<MemberTable>;

export type NewConnectionRow = Insertable<ConnectionTable>;

export type RatingRow = Selectable<RatingTable>;

export type AuditActor = Selectable<AuditEntryTable>['actor'];

export type Gender = MemberRow['gender'];

export type RatingChangeCause = Selectable<RatingChangeTable>['cause'];
