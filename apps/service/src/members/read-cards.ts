import type { Schemas } from '@partner-rating/server';
import type { Database } from '../platform/database/schema.ts';
import { type CardQuestion, findCards } from './store/cards.ts';

/**
 * The public cards of members, by id: what anyone with the key scope may see of them, connected or
 * not. Whom nobody finds is left out unless they are connected, and so is a ghost that was merged into a member.
 */
export async function readCards(
  database: Database,
  question: CardQuestion,
): Promise<Map<string, Schemas.Member>> {
  const cards = await findCards(database, question);
  return new Map(cards.map(({ id, json }) => [id, JSON.parse(json) as Schemas.Member]));
}
