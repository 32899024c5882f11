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
  /** Made by the database. */
  state_folded: ColumnType<string | null, never, never>;
  /** The member a claimed ghost turned out to be. */
  merged_into: ColumnType<string | null, string | null | undefined>;
  /** What a tournament knows of a ghost's age. */
  birth_year: ColumnType<number | null, number | null | undefined>;
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

/**
 * What made a rating change: `match` a step of the fold over the ledger, `replay` a step that a
 * correction computed again and that is not shown, the others a correction as it is shown.
 */
export type RatingChangeCause = 'match' | 'replay' | 'void' | 'merge' | 'rebuild';

export interface RatingChangeTable {
  member_id: string;
  sport: string;
  bracket: string;
  match_id: string | null;
  batch_id: string | null;
  change_order: Generated<number>;
  previous_rating: number | null;
  /** Null, as the three below, where there is no rating any more. */
  rating: number | null;
  mu: number | null;
  sigma: number | null;
  reliability: number | null;
  games: number;
  match_date: Date | null;
  changed_at: Date;
  cause: Generated<RatingChangeCause>;
  /** The match's place in the ledger; only the steps of the fold have one. */
  arrival: number | null;
  is_superseded: Generated<boolean>;
}

/** What an application is notified of after a change of ratings. */
export interface RatingUpdateTable {
  application_id: string;
  transaction_id: Generated<number>;
  position: Generated<number>;
  member_id: string;
  /** The data of the event, as JSON text. */
  data: string;
  changed_at: Date;
}

/** A match that was taken back. */
export interface MatchVoidTable {
  match_id: string;
  application_id: string;
  reason: string;
  created_at: Date;
}

/** A bracket of a sport. */
export interface LadderTable {
  id: Generated<number>;
  sport: string;
  bracket: string;
}

/** A rating as leaderboards have it. */
export interface StandingTable {
  member_number: number;
  ladder_id: number;
  /** How many thousandths the rating lies below 8.000, the top of a board. */
  distance: number;
  games: number;
  is_vairified: boolean;
  gender: Gender;
  /** A location is empty where it is not known. */
  country: string;
  /** As `fold_state` gives it. */
  state: string;
  /** As `city_folded` of the member. */
  city: string;
}

/** How many standings of a board there are in a bucket of distances, by segment of players. */
export interface StandingBucketTable {
  ladder_id: number;
  country: string;
  state: string;
  width: 1 | 100;
  /** Where the bucket begins. */
  distance: number;
  male_verified: number;
  male_unverified: number;
  female_verified: number;
  female_unverified: number;
  other_verified: number;
  other_unverified: number;
  unknown_verified: number;
  unknown_unverified: number;
}

/** What `standing` does not contain yet, appended by triggers on `rating` and `member`. */
export interface StandingDeltaTable extends StandingTable {
  /** 1 for a standing that came, -1 for one that went. */
  players: number;
}

/** Under which facts an application's imports know a ghost. */
export interface ImportedGhostTable {
  application_id: string;
  facts_hash: Uint8Array;
  member_id: string;
}

/** A word of a name, as it is folded. */
export interface NameWordTable {
  word: string;
}

/** Who has a word in their name, written by triggers on `member`: only those who may be found. */
export interface MemberWordTable {
  word: string;
  name_order: string;
  member_number: number;
  city_folded: string | null;
}

/** Every location that members ever lived in, written by triggers; what is not known is empty. */
export interface MemberLocationTable {
  city_folded: string;
  state_folded: string;
  country: string;
}

/** When a member played last, kept by triggers beside what lists in this order are narrowed by. */
export interface MemberActivityTable {
  member_number: number;
  /** `-infinity` for who never did. */
  last_played_at: Date | number;
  is_found: boolean;
  gender: Gender;
  birth_date: string | null;
  country: string | null;
  state_folded: string | null;
  city_folded: string | null;
  is_vairified: boolean;
  is_wheelchair: boolean;
}

export interface WebhookEndpointTable {
  application_id: string;
  url: string;
  events: string[];
  status: 'enabled' | 'disabled';
  disabled_reason: string | null;
  secret_sealed: Uint8Array;
  /** Every secret before that still signs, with its end, sealed as one text. */
  previous_secret_sealed: Uint8Array | null;
  /** When the last of them ends. */
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
  /** Names the request that holds the key while it has no answer. */
  holder: string;
  /** When the holder is given up for dead unless it renews this. */
  locked_until: Date;
  expires_at: Date;
}

/** One row at most, where the service began its demonstration in this database. */
export interface DemonstrationSeedTable {
  started_at: Date;
  finished_at: ColumnType<Date | null, null | undefined, Date>;
}

/** One row: something sealed with the key of the database, and the context it was sealed for. */
export interface SecretsKeyCheckTable {
  sealed: Uint8Array;
  context: string;
}

export type AuditActor = 'player' | 'partner' | 'operator' | 'service';

export type AuditAction =
  | 'connection.created'
  | 'connection.changed'
  | 'connection.revoked'
  | 'token.revoked'
  | 'token.reuse_detected'
  | 'password.changed'
  | 'match.voided'
  | 'member.merged'
  | 'ghost.claimed'
  | 'ratings.rebuilt'
  | 'webhook.set'
  | 'webhook.deleted'
  | 'webhook.secret_rotated'
  | 'secrets_key.changed'
  | 'discovery.changed';

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
  match_void: MatchVoidTable;
  rating_update: RatingUpdateTable;
  imported_ghost: ImportedGhostTable;
  ladder: LadderTable;
  standing: StandingTable;
  standing_bucket: StandingBucketTable;
  standing_delta: StandingDeltaTable;
  name_word: NameWordTable;
  member_word: MemberWordTable;
  member_location: MemberLocationTable;
  member_activity: MemberActivityTable;
  webhook_endpoint: WebhookEndpointTable;
  member_sequence: MemberSequenceTable;
  webhook_delivery: WebhookDeliveryTable;
  idempotency_record: IdempotencyRecordTable;
  audit_entry: AuditEntryTable;
  demonstration_seed: DemonstrationSeedTable;
  secrets_key_check: SecretsKeyCheckTable;
}

/** The database, or a transaction of it: what a store needs. */
export type Database = Kysely<Schema>;
export type DatabaseTransaction = Transaction<Schema>;

export type MemberRow = Selectable<MemberTable>;
export type NewMemberRow = Insertable<MemberTable>;
export type NewConnectionRow = Insertable<ConnectionTable>;
export type RatingRow = Selectable<RatingTable>;
