import { sports } from './sports.gen.ts';
import type { Caller } from './tool.ts';

const common = `Ratings of players of racquet sports, from 2.000 (beginner) to 8.000 (the best), one for each sport and \
bracket; overall-open is the primary bracket. Reliability, from 0 to 1, says how certain a rating is. Show ratings \
with two or three decimals. Sports: ${sports.join(', ')}. Brackets: overall, singles, doubles, gender or mixed, and \
open or an age such as 35+, as in doubles-35+. Lists have pages: for more, repeat the call with nextCursor, absent on \
the last page, as cursor. A failed call says what to do next.`;

const callers: Record<Caller, string> = {
  application: `You act for a partner application. Players are named by member number: look it up with \
find_players, and never guess it. Of players who are not connected to the application, you see only the public card. \
Submitting, replacing, and voiding matches changes real ratings: show the user what you will send, check it with \
dryRun, and continue when they agree.`,
  player:
    'You act for one player, with their own access token: every tool is about that player, and none changes anything.',
};

/** Returns the instructions of the server for an agent. */
export function instructions(caller: Caller): string {
  return `${common} ${callers[caller]}`;
}
