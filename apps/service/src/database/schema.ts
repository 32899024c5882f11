import type { ColumnType, Generated, Insertable, Kysely, Selectable, Transaction } from 'kysely';

export type Gender = 'MALE' | 'FEMALE' | 'OTHER' | 'UNKNOWN';

export interface MemberTable {
  id: string;
  member_number: Generated<number>;
  first_name: string;
  last_name: string;
  email: string | null;
  /** A calendar date, `YYYY-MM-DD`. */
  birth_date: string | null;
  gender: Gender;
  city: string | null;
  state: string | null;
  zip: string | null;
  country: string | null;
  is_vairified: Generated<boolean>;
  is_wheelchair: Generated<boolean>;
  is_ghost: Generated<boolean>;
  is_discoverable: Generated<boolean>;
  created_at: Date;
  display_name: string;
  name_folded: string;
  name_order: string;
  city_folded: string | null;
  /** The member a claimed ghost turned out to be. */
  merged_into: ColumnType<string | null, string | null | undefined>;
}

export interface AccountTable {
  member_id: string;
  password_hash: string;
  created_at: Date;
  password_changed_at: Date;
}

export interface AccountSessionTable {
  /** Names the session on the account page, where its token must not stand. */
  id: string;
  token_hash: Uint8Array;
  member_id: string;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
  user_agent: string | null;
}

export interface ApplicationTable {
  id: string;
  client_id: string;
  name: string;
  redirect_uris: string[];
  created_at: Date;
  disabled_at: Date | null;
}

export interface ApiKeyTable {
  id: string;
  application_id: string;
  prefix: string;
  secret_hash: Uint8Array;
  scopes: string[];
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
}

export interface ConnectionTable {
  id: string;
  application_id: string;
  member_id: string;
  scopes: string[];
  created_at: Date;
  updated_at: Date;
  revoked_at: Date | null;
  /** When the application last read the player's data by it, to the minute. */
  last_used_at: Date | null;
}

export interface AuthorizationRequestTable {
  handle_hash: Uint8Array;
  tracking_code_hash: Uint8Array;
  application_id: string;
  redirect_uri: string;
  scopes: string[];
  state: string | null;
  code_challenge: string | null;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

export interface AuthorizationCodeTable {
  code_hash: Uint8Array;
  application_id: string;
  connection_id: string;
  redirect_uri: string;
  scopes: string[];
  code_challenge: string | null;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

export interface AccessTokenTable {
  token_hash: Uint8Array;
  connection_id: string;
  code_hash: Uint8Array | null;
  scopes: string[];
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
}

export interface RefreshTokenTable extends AccessTokenTable {
  used_at: Date | null;
}

export interface MatchBatchTable {
  id: string;
  application_id: string;
  /** The partner's own name for the batch. */
  identifier: string | null;
  created_at: Date;
}

export interface MatchTable {
  id: string;
  arrival: Generated<number>;
  batch_id: string;
  application_id: string;
  identifier: string;
  content_hash: Uint8Array;
  sport: string;
  match_date: Date;
  brackets: string[];
  /** Written as JSON text, read parsed. */
  content: ColumnType<unknown, string, never>;
  created_at: Date;
}

export interface MatchParticipantTable {
  match_id: string;
  member_id: string;
  team: number;
  position: number;
}

export interface RatingTable {
  member_id: string;
  sport: string;
  bracket: string;
  mu: number;
  sigma: number;
  rating: number;
  reliability: number;
  games: number;
  updated_at: Date;
}

export interface RatingChangeTable {
  member_id: string;
  sport: string;
  bracket: string;
  match_id: string;
  batch_id: string;
  change_order: Generated<number>;
  previous_rating: number | null;
  rating: number;
  mu: number;
  sigma: number;
  reliability: number;
  games: number;
  match_date: Date;
  changed_at: Date;
}

export interface WebhookEndpointTable {
  application_id: string;
  url: string;
  events: string[];
  status: 'enabled' | 'disabled';
  disabled_reason: string | null;
  secret_sealed: Uint8Array;
  previous_secret_sealed: Uint8Array | null;
  previous_secret_expires_at: Date | null;
  failing_since: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface MemberSequenceTable {
  member_id: string;
  sequence: number;
}

export interface WebhookDeliveryTable {
  id: string;
  delivery_order: Generated<number>;
  event_id: string;
  application_id: string;
  member_id: string | null;
  event_type: string;
  /** The exact bytes that are signed and sent. */
  payload: string;
  url: string;
  status: Generated<'pending' | 'success' | 'failed'>;
  attempts: Generated<number>;
  max_attempts: number;
  status_code: number | null;
  response_body: string | null;
  error_message: string | null;
  last_attempt_at: Date | null;
  next_attempt_at: Date | null;
  leased_until: Date | null;
  completed_at: Date | null;
  created_at: Date;
}

export interface IdempotencyRecordTable {
  application_id: string;
  idempotency_key: string;
  operation_id: string;
  request_hash: Uint8Array;
  status: number | null;
  body: string | null;
  created_at: Date;
  locked_until: Date;
  expires_at: Date;
}

export type AuditActor = 'player' | 'partner' | 'operator' | 'service';

export type AuditAction =
  | 'connection.created'
  | 'connection.changed'
  | 'connection.revoked'
  | 'token.revoked'
  | 'token.reuse_detected'
  | 'password.changed';

export interface AuditEntryTable {
  audit_order: Generated<number>;
  occurred_at: Date;
  actor: AuditActor;
  action: AuditAction;
  application_id: string | null;
  member_id: string | null;
  /** Written as JSON text, read parsed. */
  details: ColumnType<Record<string, unknown> | null, string | null, never>;
}

export interface Schema {
  member: MemberTable;
  account: AccountTable;
  account_session: AccountSessionTable;
  application: ApplicationTable;
  api_key: ApiKeyTable;
  connection: ConnectionTable;
  authorization_request: AuthorizationRequestTable;
  authorization_code: AuthorizationCodeTable;
  access_token: AccessTokenTable;
  refresh_token: RefreshTokenTable;
  match_batch: MatchBatchTable;
  match: MatchTable;
  match_participant: MatchParticipantTable;
  rating: RatingTable;
  rating_change: RatingChangeTable;
  webhook_endpoint: WebhookEndpointTable;
  member_sequence: MemberSequenceTable;
  webhook_delivery: WebhookDeliveryTable;
  idempotency_record: IdempotencyRecordTable;
  audit_entry: AuditEntryTable;
}

/** The database, or a transaction of it: what a store needs. */
export type Database = Kysely<Schema>;
export type DatabaseTransaction = Transaction<Schema>;

export type MemberRow = Selectable<MemberTable>;
export type NewMemberRow = Insertable<MemberTable>;
export type NewConnectionRow = Insertable<ConnectionTable>;
export type RatingRow = Selectable<RatingTable>;
