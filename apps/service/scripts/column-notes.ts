export interface ColumnNote {
  /** Its type, where the database says less. */
  type?: string;
  comment?: string;
}

// What the migrated database does not say of its tables and columns, by their names.
export const notes: Readonly<Record<string, ColumnNote>> = {
  'access_token.dpop_jkt': {
    comment: 'The thumbprint of the key that it is bound to (RFC 9449); null of a bearer token.',
  },
  'account_link.email': { comment: 'The address the link was made for, which it proves.' },
  account_registration: {
    comment: 'Who filled in the form and has not proven the address yet: no member, no account.',
  },
  'account_registration.authorization_query': {
    comment: 'The authorization request that the player came from, and goes on to.',
  },
  'account_registration.birth_date': { comment: 'A calendar date, `YYYY-MM-DD`.' },
  account_recovery_code: {
    comment: 'Codes that log in in place of a one-time code, each once.',
  },
  'account_second_factor.key_sealed': {
    comment: 'The key that the codes are made from, sealed for the member.',
  },
  'account_second_factor.last_time_step': {
    comment:
      'The time step (RFC 6238) of the last code: neither it nor one before is accepted again.',
  },
  'account_session.id': {
    comment: 'Names the session on the account page, where its token must not stand.',
  },
  'account.locked_at': { comment: 'Since when nobody may log in, because an operator says so.' },
  'application.deleted_at': {
    comment: 'When an operator deleted it: what is left is the name beside its matches.',
  },
  'application.dpop_bound_access_tokens': {
    comment: 'Whether it gets tokens bound to a key only (RFC 9449 section 5.2).',
  },
  'application.rate_limits': {
    type: 'ColumnType<Record<string, number> | null, string | null | undefined, string | null>',
    comment:
      'Requests a minute by class, where they are not those of the service. Written as JSON text.',
  },
  'audit_entry.details': {
    type: 'ColumnType<Record<string, unknown> | null, string | null, never>',
    comment: 'Written as JSON text, read parsed.',
  },
  attempt_count: { comment: 'Log-in attempts of a day. A keyed hash says who was guessed at.' },
  'audit_entry.operator': {
    comment: 'The name of the account by which an operator did it; null for a command.',
  },
  'authorization_code.dpop_jkt': {
    comment: 'The thumbprint of the key that exchanges it; null where any may.',
  },
  'connection.is_member_hidden': {
    comment: 'Whether nobody finds the member. Triggers keep it.',
  },
  'connection.last_used_at': {
    comment: "When the application last read the player's data by it, to the minute.",
  },
  database_incarnation: {
    comment:
      'One row at most: which database wrote last, so that one that goes on from a dump or a backup is noticed.',
  },
  'database_incarnation.system_identifier': {
    comment: 'Of the cluster; null, as the timeline, where PostgreSQL does not say.',
  },
  'database_incarnation.table_oid': {
    comment: 'Of this table, which a restore creates again, into the same database too.',
  },
  'database_incarnation.timeline': {
    comment: 'As file names of the write-ahead log begin: a recovery or a failover begins another.',
  },
  'database_incarnation.sequence_floor': {
    comment: 'Sequences of members go on above it.',
  },
  declined_claim: { comment: 'What a player was offered to claim and said is not theirs.' },
  demonstration_seed: {
    comment: 'One row at most, where the service began its demonstration in this database.',
  },
  'demonstration_seed.finished_at': { type: 'ColumnType<Date | null, null | undefined, Date>' },
  'idempotency_record.holder': {
    comment: 'Names the request that has the key while there is no answer.',
  },
  'idempotency_record.locked_until': {
    comment: 'When the holder is given up for dead unless it renews this.',
  },
  imported_ghost: { comment: "Under which facts an application's imports know a ghost." },
  keyed_hash_key: {
    comment: 'One row at most: the sealed key by which addresses of ghosts are hashed.',
  },
  ladder: { comment: 'A bracket of a sport.' },
  'mail.details': {
    type: 'ColumnType<Record<string, unknown>, string, never>',
    comment: 'Written as JSON text, read parsed.',
  },
  'match.content': {
    type: 'ColumnType<unknown, string, never>',
    comment: 'Written as JSON text, read parsed.',
  },
  'match_batch.identifier': { comment: "The partner's own name for the batch." },
  match_fingerprint: {
    comment: 'What all reports of a match have in common; it follows a claim, so it is no ledger.',
  },
  'match_fingerprint.first_day': { comment: 'A day at the venue, `YYYY-MM-DD`; so `last_day`.' },
  'match_fingerprint.moment': { comment: 'When it was played; null where only a day was sent.' },
  match_status: {
    comment: 'How a match stands, written by triggers, and what lists of matches are ordered by.',
  },
  'match_participant.arrival': {
    comment: 'That of the match, as `match_date`, by which the matches of a player are in order.',
  },
  'match_participant.is_confirmed': {
    comment: 'Whether the result moved the player when it was stored.',
  },
  match_response: { comment: 'What a player answered to a result; append-only, each answer once.' },
  'match_response.application_id': {
    comment: 'Which application confirmed its own report by sending it again; null for the player.',
  },
  match_void: { comment: 'A match that was taken back.' },
  'member.birth_date': { comment: 'A calendar date, `YYYY-MM-DD`.' },
  'member.birth_year': { comment: "What a tournament knows of a ghost's age." },
  'member.cleared_at': {
    comment: 'When what an erasure left in the database beside its rows was cleared.',
  },
  'member.erased_at': {
    comment: 'When the account was erased: of the person nothing is left but the id and number.',
  },
  'member.is_discoverable': {
    comment: 'Whether they are found: who chose to be and is not under 16.',
  },
  'member.merged_into': { comment: 'The member a claimed ghost turned out to be.' },
  'member.email_hash': { comment: "A ghost's e-mail address, as a keyed hash." },
  'member.wants_discovery': { comment: 'What they chose.' },
  member_activity: {
    comment:
      'When a member played last, written by triggers, and what lists in this order are narrowed by.',
  },
  'member_activity.last_played_at': {
    type: 'Date | number',
    comment: '`-infinity` for who never did.',
  },
  member_location: {
    comment:
      'Every location that members ever lived in, written by triggers; what is not known is empty.',
  },
  member_word: {
    comment:
      'Who has a word in their name, written by triggers on `member`: only those who may be found.',
  },
  name_word: { comment: 'A word of a name, as it is folded.' },
  'operator_account.email': { comment: 'Where warnings and links to log in go.' },
  'operator_account.key_sealed': {
    comment: 'The key that the codes are made from, sealed for the operator.',
  },
  'operator_account.last_time_step': {
    comment:
      'The time step (RFC 6238) of the last code: neither it nor one before is accepted again.',
  },
  'operator_account.link_hash': {
    comment: 'Of the link by which the operator chooses a password and takes over the key.',
  },
  'operator_account.set_up_at': { comment: 'When that was done; nobody logs in before.' },
  operator_device: { comment: 'A browser that an operator has logged in with.' },
  operator_link: {
    comment: 'A link by which an operator lets a browser that is not known try to log in.',
  },
  'operator_session.proof_attempts': {
    comment: 'How often password and code were given again since they were right.',
  },
  'operator_session.proven_at': { comment: 'When password and code were given last.' },
  player_state: {
    comment:
      'All ratings of a player in a sport after a match: the steps of the fold over the ledger. Of several versions the latest counts (`ratings/store/player-states.ts`).',
  },
  'player_state.settlement': {
    comment:
      'The settlement that came to it, which counts once it is publishing; null where a batch did.',
  },
  'player_state.brackets': {
    comment: 'In alphabetical order, with a space between them.',
  },
  'player_state.numbers': {
    comment:
      'For each bracket, eight bytes a number as `float8send` gives them: mu, sigma, R, games, and when it was last played in milliseconds since 1970, NaN where an earlier model rated.',
  },
  'rating_change.cause': {
    comment:
      'What made it: `match` a match, when it was rated, the others what a settlement changed.',
  },
  'rating_change.explanation': {
    type: 'ColumnType<number[] | null, string | null | undefined, never>',
    comment:
      'Why a match moved the rating (`ratings/store/explanations.ts`); null where no match did, and of older entries.',
  },
  'rating.last_played_at': {
    comment: 'Null where an earlier model rated.',
  },
  'rating_change.rating': {
    comment: 'Null, as its reliability, where there is no rating any more.',
  },
  rating_model: { comment: 'One row: the model that the ratings follow from.' },
  rating_update: { comment: 'What an application is notified of after a change of ratings.' },
  'rating_update.data': {
    comment: 'The data of the event, as JSON text; an empty object once the player was erased.',
  },
  'refresh_token.successor_nonce': {
    comment:
      'From the token and this the tokens follow that it was exchanged for (`oauth/repeat-refresh.ts`); null once nobody may ask for them again.',
  },
  daily_requests: { comment: 'How many requests an application made on a day, by UTC.' },
  'daily_requests.day': { comment: 'A calendar date, `YYYY-MM-DD`.' },
  'daily_requests.failures': { comment: 'Those that failed by a fault of the service.' },
  secrets_key_check: {
    comment:
      'For each key of the database something that is sealed with it, and the context it was sealed for.',
  },
  settlement: { comment: 'The settlement of a sport that is under way, one at most.' },
  'settlement.arrival': {
    comment: 'The position up to which matches were folded; so `match_date`.',
  },
  'settlement.held_until': {
    comment: 'When the holder is given up for dead unless it renews this.',
  },
  'settlement.is_of_everybody': { comment: 'Whether it began with the first match.' },
  'settlement.last_arrival': {
    comment: 'Matches that arrived after this one are not folded yet.',
  },
  'settlement.matches': { comment: 'How many were rated again so far.' },
  'settlement.ratings': { comment: 'How many ratings it has changed so far.' },
  'settlement.replaced_up_to': {
    comment:
      'Of the matches that arrived up to this one it came to every state, so that no other of them counts; null where it is not known.',
  },
  'settlement.steps': { comment: 'How many steps came out otherwise than they were stored.' },
  'settlement.phase': {
    comment:
      '`folding`: its steps do not count yet; `publishing`: they do, and players get the ratings that follow.',
  },
  settlement_due: { comment: 'From where on matches have to be folded again, and whose.' },
  'settlement_due.application_id': { comment: 'Whose budget it is charged to.' },
  'settlement_due.member_ids': { comment: 'Null is everybody.' },
  'settlement_due.settlement': { comment: 'The settlement that has taken it.' },
  settlement_player: {
    comment: 'Whose ratings the settlement of a sport has changed and not published yet, and why.',
  },
  settlement_usage: {
    comment: 'How many matches were rated again for an application in an hour.',
  },
  standing: { comment: 'A rating as leaderboards have it.' },
  'standing.city': { comment: 'As `city_folded` of the member.' },
  'standing.country': { comment: 'A location is empty where it is not known.' },
  'standing.distance': {
    comment: 'How many thousandths the rating lies below 8.000, the top of a board.',
  },
  'standing.state': { comment: 'As `fold_state` gives it.' },
  standing_bucket: {
    comment:
      'How many standings of a board there are in a bucket of distances, by segment of players.',
  },
  'standing_bucket.distance': { comment: 'Where the bucket begins.' },
  standing_delta: {
    comment: 'What `standing` does not contain yet, appended by triggers on `rating` and `member`.',
  },
  'standing_delta.players': { comment: '1 for a standing that came, -1 for one that went.' },
  uncounted_match: {
    comment:
      'Matches that do not count, and why: voided, held as the possible duplicate of `other_match_id`, or repeating that report.',
  },
  unconfirmed_participation: {
    comment:
      'Where in the ledger players are whom a result did not move when it was stored, by who they are today.',
  },
  'unconfirmed_participation.participant_id': {
    comment: 'The player in `match_participant`, who may have been claimed since.',
  },
  used_dpop_proof: {
    comment: 'Proofs (RFC 9449) that were used and are not too old to be shown again.',
  },
  'webhook_delivery.payload': { comment: 'The exact bytes that are signed and sent.' },
  'webhook_delivery.transaction_id': {
    comment: 'The transaction that queued it last: by it dispatchers find what is new.',
  },
  'webhook_endpoint.last_failed_at': {
    comment: 'When an attempt failed last; null before the first.',
  },
  'webhook_endpoint.previous_secret_expires_at': { comment: 'When the last of them ends.' },
  'webhook_endpoint.previous_secret_sealed': {
    comment: 'Every secret before that still signs, with its end, sealed as one text.',
  },
};
