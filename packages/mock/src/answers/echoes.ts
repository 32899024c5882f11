import type { OperationId } from '@partner-rating/client';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** A JSON object. */
export type Fields = { [name: string]: unknown };

/** The parts of a valid request that an answer may repeat. */
export interface EchoedRequest {
  path: Fields;
  query: Fields;
  body: unknown;
}

/** Puts values of a request into the default answer of its operation. */
type Echo = (answer: unknown, request: EchoedRequest) => unknown;

const submittedMatches: Echo = (answer, { body }) => {
  const { matches: sent } = body as { matches: SentMatch[] };
  const { matches, ...rest } = answer as Fields & { matches: Fields[] };
  const games = sent.reduce((sum, match) => sum + (match.games?.length ?? 0), 0);
  return {
    ...rest,
    ...('numMatches' in rest && { numMatches: sent.length, numGames: games }),
    ...('matchesImported' in rest && { matchesImported: sent.length, gamesRecorded: games }),
    matches: sent.map(({ identifier, teams }, index) => {
      const match = matches[index % matches.length];
      return {
        ...match,
        // A dry run stores no match.
        id: typeof match?.id === 'string' ? differentMatchId(match.id, index) : null,
        identifier,
        confirmations: teams.map((team) => team.map(() => 'confirmed')),
      };
    }),
  };
};

interface SentMatch {
  identifier: string;
  teams: unknown[][];
  games?: unknown[];
}

const echoes: { readonly [Id in OperationId]?: Echo } = {
  'members.getBulk': (answer, { query }) => {
    const ids = query.ids as string[];
    const members = answer as Fields[];
    const known = ids.flatMap(
      (one) => members.find(({ id, memberId }) => one === id || one === String(memberId)) ?? [],
    );
    return known.length > 0 ? known : members.slice(0, ids.length);
  },
  'matches.submit': submittedMatches,
  'matches.importTournament': submittedMatches,
  'matches.replace': (answer, { body }) => {
    const { matches, ...rest } = answer as Fields & { matches: Fields[] };
    const { identifier } = body as SentMatch;
    return { ...rest, matches: matches.map((match) => ({ ...match, identifier })) };
  },
  'matches.list': (answer, { query: { identifier } }) => {
    if (identifier === undefined) return answer;
    const { matches, ...rest } = answer as Fields & { matches: Fields[] };
    const [first] = matches;
    return { ...rest, matches: [{ ...first, identifier }], nextCursor: null };
  },
  'matches.get': (answer, { path: { matchId: id } }) => ({ ...(answer as Fields), id }),
  'matches.void': (answer, { path: { matchId } }) => ({ ...(answer as Fields), matchId }),
  'webhooks.redeliver': (answer, { path: { deliveryId: id } }) => ({ ...(answer as Fields), id }),
};

/** Returns the default answer of an operation with values of the request. Most operations have none. */
export function echoed(id: string, answer: unknown, request: EchoedRequest): unknown {
  const echo = echoes[id as OperationId];
  return echo === undefined ? answer : echo(answer, request);
}

/** Returns a different match id for each index, by counting up the last two characters. */
function differentMatchId(id: string, index: number): string {
  if (index === 0) return id;
  const [last, beforeLast] = [index % 32, Math.floor(index / 32) % 32];
  return id.slice(0, -2) + following(id.at(-2), beforeLast) + following(id.at(-1), last);
}

function following(character = '0', count: number): string {
  return alphabet.charAt((alphabet.indexOf(character) + count) % alphabet.length);
}
