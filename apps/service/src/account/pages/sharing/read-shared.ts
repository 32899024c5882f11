import type { Dependencies } from '../../../platform/configuration/dependencies.ts';
import type { MemberRow } from '../../../platform/database/schema.ts';
import { DEFAULT_RANGE } from '../../domain/chart-range.ts';
import { locationWords } from '../../domain/rating-words.ts';
import type { SharedItem } from '../../domain/shared-items.ts';
import type { SharingChoice } from '../../store/shared-pages.ts';
import { type PlayedSport, readSports } from '../read-sports.ts';
import {
  peakFacts,
  resultFacts,
  type ShownRating,
  type ShownSport,
  shownForm,
  shownRating,
  shownSport,
} from '../shown-sports.ts';

/** What a player shows of a sport: only what they ticked. */
export interface SharedSport
  extends Pick<ShownSport, 'code' | 'name' | 'ranks' | 'percentile' | 'facts' | 'form'> {
  /** Null where it is not ticked. */
  rating: (ShownRating & Pick<ShownSport, 'disciplines'>) | null;
  /** Null where it is not ticked. */
  history: ShownSport['history'];
}

/** What anybody with the address of a share page may know: the page and its picture are made of nothing else. */
export interface SharedPlayer {
  /** The short name. */
  name: string;
  /** Where they live; null where it is not ticked, or not known. */
  location: string | null;
  sports: SharedSport[];
  isListed: boolean;
}

/** Reads what a player ticked, and nothing that they did not. */
export async function readShared(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
  { member, items, isListed }: SharingChoice & { member: MemberRow },
): Promise<SharedPlayer> {
  const has = (item: SharedItem) => items.includes(item);
  const played = await readSports(dependencies, member, {
    range: DEFAULT_RANGE,
    withHistory: has('chart') || has('peak'),
    isRanked: member.is_discoverable && (has('rank') || has('location')),
    withResults: has('record'),
  });
  return {
    name: member.display_name,
    location: has('location') ? locationWords(member) : null,
    sports: played.map((sport) => sharedSport(sport, has)).filter(isShown),
    isListed,
  };
}

function sharedSport(played: PlayedSport, has: (item: SharedItem) => boolean): SharedSport {
  const shown = shownSport({
    ...played,
    ranks: played.ranks.filter(({ board }) => has(board.scope === 'global' ? 'rank' : 'location')),
  });
  const { code, name, ranks, percentile, disciplines, history } = shown;
  return {
    ...{ code, name, ranks, percentile },
    rating: has('rating') ? { ...shownRating(played.primary), disciplines } : null,
    facts: [
      ...(has('peak') ? peakFacts(played) : []),
      ...(has('record') ? resultFacts(played.results) : []),
    ],
    form: has('record') ? shownForm(played.results) : [],
    history: has('chart') ? history : null,
  };
}

/** A sport of which nothing is shown is not named. */
function isShown({ rating, ranks, facts, history }: SharedSport): boolean {
  return rating !== null || history !== null || ranks.length + facts.length > 0;
}
