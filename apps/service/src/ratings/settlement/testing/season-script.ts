import { pick, type Random, sample, seededRandom } from '../../../platform/random.ts';

export const MEMBERS = 8;
export const GHOSTS = 2;
const MATCHES = 36;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FIRST_DAY = Date.UTC(2026, 5, 1, 15, 30);

/** A match, and when it is reported. Players are indexes; the last ones are ghosts (members without an account). */
export interface Report {
  /** The same for all reports of a match. */
  match: number;
  partner: 0 | 1;
  sport: string;
  matchDate: Date;
  teams: number[][];
  scores: number[][];
  reportedAt: number;
}

export type Happening =
  | { kind: 'batch'; partner: 0 | 1; isTrusted: boolean; reports: Report[] }
  | { kind: 'again' | 'dry run'; partner: 0 | 1; reports: Report[] }
  | { kind: 'void'; report: number }
  | { kind: 'answer'; report: number; player: number; response: 'confirm' | 'deny' | 'dispute' }
  | { kind: 'claim'; ghost: number; member: number }
  /** Settles next to the following events, and stops after this many chunks. */
  | { kind: 'settle'; chunks: number; isTakenOver: boolean }
  | { kind: 'rebuild' }
  | { kind: 'audit' };

/**
 * Writes what two partners report in three months, a quarter of it up to 30 days late, and what else happens. The same seed
 * gives the same script.
 */
export function writeScript(seed: number): Happening[] {
  const random = seededRandom(seed);
  const reports = reportsOf(random).toSorted((one, other) => one.reportedAt - other.reportedAt);
  const script: Happening[] = [];
  for (let start = 0; start < reports.length; ) {
    const { partner } = reports[start] ?? { partner: 0 };
    const length = 1 + Math.floor(random() * 4);
    let end = start + 1;
    while (end < start + length && reports[end]?.partner === partner) end += 1;
    const some = reports.slice(start, end);
    script.push({ kind: 'batch', partner, isTrusted: random() < 0.3, reports: some });
    start = end;
    for (let count = 0; count < 2; count += 1) {
      const happening = anyHappening(random, { partner, some, reported: end });
      if (happening !== null) script.push(happening);
    }
  }
  return script;
}

function reportsOf(random: Random): Report[] {
  return Array.from({ length: MATCHES }, (_, match) => match).flatMap((match) => {
    const size = pick(random, [1, 2]);
    const everybody = Array.from({ length: MEMBERS + GHOSTS }, (_, player) => player);
    const players = sample(random, everybody, 2 * size);
    const played = FIRST_DAY + match * 2 * DAY;
    const isLate = random() < 0.25;
    const first: Report = {
      match,
      partner: pick(random, [0, 1]),
      // Sometimes two matches are at the same time.
      matchDate: new Date(random() < 0.1 ? played - 2 * DAY : played),
      sport: pick(random, ['pickleball', 'pickleball', 'pickleball', 'padel']),
      teams: [players.slice(0, size), players.slice(size)],
      scores: pick(random, [
        [[11, 7]],
        [[11, 0]],
        [[5, 11]],
        [
          [15, 13],
          [3, 11],
          [11, 9],
        ],
      ]),
      reportedAt: played + (isLate ? random() * 30 * DAY : HOUR),
    };
    if (random() > 0.2) return [first];
    const second = { ...first, partner: first.partner === 0 ? (1 as const) : (0 as const) };
    return [first, { ...second, reportedAt: played + random() * 30 * DAY }];
  });
}

function anyHappening(
  random: Random,
  { partner, some, reported }: { partner: 0 | 1; some: Report[]; reported: number },
): Happening | null {
  const report = Math.floor(random() * reported);
  const dice = random();
  if (dice < 0.05) return { kind: 'again', partner, reports: some };
  if (dice < 0.1) return { kind: 'dry run', partner, reports: some };
  if (dice < 0.18) return { kind: 'void', report };
  if (dice < 0.36) {
    const player = Math.floor(random() * 4);
    const response = pick(random, ['confirm', 'confirm', 'confirm', 'deny', 'dispute'] as const);
    return { kind: 'answer', report, player, response };
  }
  if (dice < 0.39) {
    const ghost = MEMBERS + Math.floor(random() * GHOSTS);
    return { kind: 'claim', ghost, member: Math.floor(random() * MEMBERS) };
  }
  if (dice < 0.6) {
    const chunks = 1 + Math.floor(random() * 8);
    return { kind: 'settle', chunks, isTakenOver: random() < 0.3 };
  }
  if (dice < 0.63) return { kind: 'rebuild' };
  return dice < 0.7 ? { kind: 'audit' } : null;
}
