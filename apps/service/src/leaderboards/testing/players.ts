import type { Database, Gender } from '../../platform/database/schema.ts';
import { insertMember } from '../../testing/builders.ts';

export interface PlayerFacts {
  first_name: string;
  last_name: string;
  gender: Gender;
  country: string | null;
  state: string | null;
  city: string | null;
  is_vairified: boolean;
  is_ghost: boolean;
  is_discoverable: boolean;
  birth_date: string | null;
}

export interface InsertedPlayer {
  id: string;
  member_number: number;
}

const texan: PlayerFacts = {
  first_name: 'Mike',
  last_name: 'Brennan',
  gender: 'MALE',
  country: 'US',
  state: 'TX',
  city: 'Austin',
  is_vairified: false,
  is_ghost: false,
  is_discoverable: true,
  birth_date: null,
};

/** Adds a player from Texas, unless the facts say otherwise. */
export async function insertTexan(
  database: Database,
  facts: Partial<PlayerFacts> = {},
): Promise<InsertedPlayer> {
  return await insertMember(database, { ...texan, ...facts });
}

export interface RatingFacts {
  rating: number;
  games?: number;
  sport?: string;
  bracket?: string;
}

/** Replaces the rating of a player. */
export async function rate(
  database: Database,
  memberId: string,
  { rating, games = 10, sport = 'pickleball', bracket = 'overall-open' }: RatingFacts,
): Promise<void> {
  const values = { rating, games, mu: 25, sigma: 4, reliability: 0.77, updated_at: new Date() };
  await database
    .insertInto('rating')
    .values({ member_id: memberId, sport, bracket, ...values })
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'sport', 'bracket']).doUpdateSet(values),
    )
    .execute();
}
