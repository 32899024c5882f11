import type { ParametersOf } from '@partner-rating/ratings';
import { RenderedJson, type Schemas } from '@partner-rating/server';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction, RatingRow } from '../platform/database/schema.ts';
import { type NewEventOf, takeSequences, writeEvents } from '../webhooks/outbox.ts';
import {
  type ChangedRating,
  type RatedBracket,
  ratingUpdate,
  type UpdatedPlayer,
} from './domain/rating-updates.ts';
import { appendRatingUpdates, type NewRatingUpdate } from './store/rating-history.ts';

interface RatingEvent extends NewEventOf<'rating.updated'> {
  memberId: string;
  data: RenderedJson<Schemas.RatingUpdate>;
}

/** An application that a player connected to, and the scopes that they granted. */
export interface Listener {
  application_id: string;
  member_id: string;
  scopes: readonly string[];
}

export interface ChangedRatings {
  changes: readonly ChangedRating[];
  before: readonly RatingRow[];
  players: ReadonlyMap<string, UpdatedPlayer>;
  listeners: readonly Listener[];
  changedAt: Date;
  /** The parameters that the ratings follow from. */
  parametersOf: ParametersOf;
}

/**
 * Writes the `rating.updated` events of a batch or settlement: one for each player and sport, to each application that the
 * player granted `user:webhook:subscribe`. All applications get the same sequence number. `members.listRatingUpdates` lists
 * the events too, even if the application has no endpoint.
 */
export async function writeRatingEvents(
  transaction: DatabaseTransaction,
  { configuration }: Pick<Dependencies, 'configuration'>,
  { changes, before: allBefore, players, listeners, changedAt, parametersOf }: ChangedRatings,
): Promise<void> {
  const listenersOf = Map.groupBy(
    listeners.filter(({ scopes }) => scopes.includes('user:webhook:subscribe')),
    (listener) => listener.member_id,
  );
  const beforeOf = Map.groupBy(allBefore, (row) => `${row.member_id} ${row.sport}`);
  const heard = changes.filter(({ last }) => listenersOf.has(last.memberId));
  const groups = Map.groupBy(heard, ({ last }) => `${last.memberId} ${last.sport}`);
  const sequences = await takeSequences(
    transaction,
    [...groups.values()].flatMap(([change]) => change?.last.memberId ?? []),
  );

  const events: RatingEvent[] = [];
  for (const [key, ofPlayerAndSport] of groups) {
    const [change] = ofPlayerAndSport;
    if (change === undefined) continue;
    const { memberId, sport } = change.last;
    const player = players.get(memberId);
    const sequence = sequences.get(memberId)?.shift();
    if (player === undefined || sequence === undefined) continue;
    const before = (beforeOf.get(key) ?? []).map(toRatedBracket);
    const cause = { player, sport, before, changes: ofPlayerAndSport };
    const at = { changedAt, sequence, parametersOf };
    for (const { application_id: applicationId, scopes } of listenersOf.get(memberId) ?? []) {
      const update = ratingUpdate({ ...cause, ...at }, scopes.includes('user:rating:read'));
      const data = new RenderedJson<Schemas.RatingUpdate>(JSON.stringify(update));
      events.push({ type: 'rating.updated', applicationId, memberId, data });
    }
  }
  await appendRatingUpdates(transaction, changedAt, events.map(toUpdate));
  await writeEvents(transaction, changedAt, events, configuration.webhookRetrySchedule);
}

function toRatedBracket({ last_played_at, ...row }: RatingRow): RatedBracket {
  return { ...row, lastPlayed: last_played_at?.getTime() ?? null };
}

function toUpdate({ applicationId, memberId, data }: RatingEvent): NewRatingUpdate {
  return { applicationId, memberId, data: data.text };
}
