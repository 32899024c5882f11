import { deltas, image, ladder } from './board-conditions.ts';

/**
 * SQL for what is otherwise on the ladder than `standing` says, by its deltas: -1 for a row of it
 * that holds no longer, 1 for one that holds instead.
 */
export const netDeltas = `
  select ${image}, sum(players) as players from ${deltas} as standing_delta
  where ladder_id = ${ladder}
  group by ${image}
  having sum(players) <> 0`;

/** SQL for the standings on the ladder as they are now, of the members a condition picks. */
export function current(picked: string): string {
  return `
    select ${image} from (
      select ${image}, 1 as players from standing where ladder_id = ${ladder} and ${picked}
      union all
      select ${image}, players from ${deltas} as standing_delta where ladder_id = ${ladder} and ${picked}
    ) as noted
    group by ${image}
    having sum(players) > 0`;
}
