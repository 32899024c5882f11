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

/** What a player shows of a sport: only the selected items. */
export interface SharedSport
  extends Pick<ShownSport, 'code' | 'name' | 'ranks' | 'percentile' | 'facts' | 'form'> {
  /** Null if it is not selected. */
  rating: (ShownRating & Pick<ShownSport, 'disciplines'>) | null;
  /** Null if it is not selected. */
  history: ShownSport['history'];
}

/** What anybody with the address of a share page may know. The page and its picture use nothing else. */
export interface SharedPlayer {
  name: string;
  /** Where the player lives. Null if it is not selected, or not known. */
  location: string | null;
  sports: SharedSport[];
  isListed: boolean;
}

/** Reads only what a player selected. */
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

/** Returns false if nothing of a sport is shown. Then the page does not name it. */
function isShown({ rating, ranks, facts, history }: SharedSport): boolean {
  return rating !== null || history !== null || ranks.length + facts.length > 0;
}
