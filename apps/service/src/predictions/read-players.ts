import type { Database } from '../platform/database/schema.ts';
import { splitReferences } from '../players/domain/references.ts';
import { isKnown, ratingsAreShown } from '../players/domain/visibility.ts';
import { PRIMARY_BRACKET } from '../ratings/domain/brackets.ts';
import { entrySkill, type StoredRating, type StoredSkill } from './domain/entry-skill.ts';
import type { PredictedPlayer } from './domain/predicted-player.ts';
import { findPredictedPlayers, type PredictedPlayerRow } from './store/players.ts';

/** The players whose skills are asked for, who asks, and where. */
export interface PlayersAsked {
  applicationId: string;
  sport: string;
  bracket: string;
  /** When they will play: a player absent until then is less well known. */
  at: Date;
  /** As sent: what has neither form of a member reference names nobody. */
  references: readonly string[];
}

/** Those of the players of whom the application may know, by what it called them. */
export async function readPlayers(
  database: Database,
  { references, at, ...question }: PlayersAsked,
): Promise<Map<string, PredictedPlayer>> {
  const { ids, numbers } = splitReferences([...new Set(references)]);
  const rows = await findPredictedPlayers(database, {
    ...question,
    primaryBracket: PRIMARY_BRACKET,
    references: [...ids, ...numbers],
  });
  return new Map(
    rows
      .filter((row) => !row.isErased && isKnown(row))
      .map((row) => [
        row.reference,
        {
          id: row.id,
          sharesRatings: ratingsAreShown(row),
          skill: entrySkill(storedSkills(row), { sport: question.sport, at }),
        },
      ]),
  );
}

function storedSkills(row: PredictedPlayerRow): { own: StoredRating; primary: StoredSkill } {
  return {
    own: row,
    primary: {
      mu: row.primaryMu,
      sigma: row.primarySigma,
      lastPlayedAt: row.primaryLastPlayedAt,
    },
  };
}
