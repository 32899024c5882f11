import type { Schemas } from '@partner-rating/server';
import { pick } from '@partner-rating/service/src/platform/random.ts';
import { expectThat } from '../finding.ts';
import { ACCOUNT_PAGES, browserOf, openAccount } from '../world/browser.ts';
import { NETWORK_FAULTS, type NetworkFault, post, sendOnce } from '../world/network.ts';
import { PARTNERS, PLAYERS } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { type Action, upTo } from './action.ts';
import { dayOf } from './submit.ts';

interface Import {
  partner: number;
  opponent: number;
  player: number;
  /**
   * Whether the import names the player by an email address under another name, so that they may
   * claim it.
   */
  isByAddress: boolean;
  identifier: number;
  hoursAgo: number;
  /** Whether only the days of the tournament give the time of the final. */
  isOfDays: boolean;
  isDryRun: boolean;
  fault: NetworkFault | null;
}

const strangers = ['Lena Hoffmann', 'Carmen Ortiz'] as const;

/** A partner imports the final of a tournament against an unknown player. */
export const importTournament: Action<Import> = {
  weight: 4,
  operations: ['matches.importTournament'],
  draw: (random) => ({
    partner: upTo(random, PARTNERS),
    opponent: upTo(random, strangers.length),
    player: upTo(random, PLAYERS),
    isByAddress: random() < 0.6,
    identifier: upTo(random, 100_000),
    hoursAgo: upTo(random, 500),
    isOfDays: random() < 0.5,
    isDryRun: random() < 0.2,
    fault: random() < 0.2 ? pick(random, NETWORK_FAULTS) : null,
  }),
  play: async (world, data) => {
    const { partner, opponent, player, isByAddress, identifier, isDryRun, fault } = data;
    const { name } = world.partner(partner);
    const known = world.players[player];
    const [firstName = '', lastName = ''] = (strangers[opponent] ?? '').split(' ');
    // With another name it is a ghost (a member without an account) that has the player's address.
    const named = isByAddress
      ? { firstName: 'M.', lastName: 'Guest', email: known?.email }
      : { firstName: known?.firstName, lastName: known?.lastName, memberId: known?.memberId };
    const { days, matchDate } = datesOf(world, data);
    const payload = {
      tournament: { name: 'Barton Springs Open', ...days },
      sport: 'pickleball',
      winScore: 11,
      winBy: 2,
      ...(isDryRun && { dryRun: true }),
      matches: [
        {
          identifier: `final-${identifier}`,
          ...matchDate,
          teams: [[named], [{ firstName, lastName }]],
          games: [{ scores: [11, 6] }],
        },
      ],
    };
    const request = post('/api/v1/partner/tournament-import', payload);
    const keyed = { ...request, key: `import-${identifier}`, fault };
    const answer = await sendOnce(world, partner, keyed);
    if (answer.statusCode >= 300)
      return `${name} imports a tournament and is refused (${answer.statusCode}).`;
    expectThat(
      !world.model.suspended.has(partner),
      () => `${name} is suspended and imported a tournament.`,
    );
    const { matches, participants } = answer.json() as Schemas.TournamentImportResult;
    if (isDryRun) return `${name} tries how an import would go (${matches[0]?.status}).`;
    const players = participants.map(({ id }) => id ?? '');
    const final = { partner, sport: 'pickleball', identifier: `final-${identifier}`, players };
    for (const match of matches) world.model.addMatch(match, final);
    return `${name} imports the final of a tournament (${matches[0]?.status}).`;
  },
};

function datesOf({ time }: World, { hoursAgo, isOfDays }: Import) {
  const played = time.now - hoursAgo * 3_600_000;
  if (!isOfDays) return { matchDate: { matchDate: new Date(played).toISOString() } };
  const timeZone = 'America/Chicago';
  const [startDate, endDate] = [dayOf(played, timeZone), dayOf(time.now, timeZone)];
  return { days: { startDate, endDate, timeZone } };
}

/** A player reviews the results reported under their address, and claims all of them or none. */
export const claimResults: Action<{ player: number; areMine: boolean }> = {
  weight: 3,
  pages: [...ACCOUNT_PAGES, 'GET /account/claims', 'POST /account/claims'],
  draw: (random) => ({ player: upTo(random, PLAYERS), areMine: random() < 0.8 }),
  play: async (world, { player, areMine }) => {
    const { name } = world.player(player);
    const browser = browserOf(world, player);
    if ((await openAccount(world, player)) === null)
      return `${name} cannot log in to claim results.`;
    const page = await browser.open('/account/claims');
    if (!page.body.includes('name="shown"')) return `${name} has no results to claim.`;
    const mine = [...page.body.matchAll(/name="mine" value="([^"]+)"/g)].map(
      ([, value = '']) => value,
    );
    const values = areMine ? { answer: 'ticked', mine } : { answer: 'none' };
    await browser.submit(page, '/account/claims', values);
    await noteRepeated(world);
    return `${name} says that ${mine.length} results are ${areMine ? '' : 'not '}theirs.`;
  },
};

/** A claim may show that two reports are one match. Then one of them is voided. */
async function noteRepeated({ direct, model }: World): Promise<void> {
  const voids = await direct.selectFrom('match_void').select('match_id').execute();
  const voided = new Set(voids.map(({ match_id }) => match_id));
  const participants = await direct
    .selectFrom('match_participant')
    .innerJoin('match', 'match.arrival', 'match_participant.arrival')
    .innerJoin('member', 'member.member_number', 'match_participant.member_number')
    // A void report names the person as it did before the claim.
    .select(({ fn }) => [
      'match.id as match_id',
      fn.coalesce('merged_into', 'member.id').as('player'),
    ])
    .orderBy('player')
    .execute();
  const players = new Map(
    [...Map.groupBy(participants, ({ match_id }) => match_id)].map(([id, rows]) => [
      id,
      rows.map(({ player }) => player).join(' '),
    ]),
  );
  const counting = new Set([...players].flatMap(([id, who]) => (voided.has(id) ? [] : [who])));
  for (const match of [...model.matches, ...model.orphans]) {
    if (match.isVoided || !voided.has(match.id)) continue;
    expectThat(
      counting.has(players.get(match.id) ?? ''),
      () => `${match.identifier} became void by a claim, and no report of its players counts.`,
    );
    match.isVoided = true;
  }
}
