import {
  ConflictError,
  type MatchResult,
  type ParticipantMatch,
  type TournamentImportResult,
  ValidationError,
} from '@partner-rating/client';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Club } from '../club.ts';
import { chosenSport, sports } from '../matches/report.ts';
import { render, sendPage } from '../pages/render.ts';
import { readResults } from './read-results.ts';

const EVENT = 'Courtside Open';

interface Form {
  sport?: string;
  results?: string;
  /** `check` or `import`: which of the two buttons was pressed. */
  act?: string;
}

/** `GET` and `POST /tournament`: results of people who need not be members, and what became of each line. */
export function importResults({ client, sessions, facts }: Club): FastifyPluginAsync {
  // Two members of the club and two people nobody knows yet.
  const [one, other] = facts.otherMembers;
  const example = `${one?.name} & Robin Newcomer vs ${other?.name} & Sam Visitor 11-8 11-6\n`;

  function show(reply: FastifyReply, form: Form, outcome: object = {}): FastifyReply {
    const sport = chosenSport(form.sport);
    const page = { results: form.results ?? example, faults: [], matches: [], participants: [] };
    return sendPage(
      reply,
      render('tournament', {
        title: 'Import results',
        here: '/tournament',
        ...{ sports, sport, event: EVENT, message: null, isDryRun: false },
        ...page,
        ...outcome,
      }),
    );
  }

  return async (app) => {
    app.get('/tournament', async (request, reply) => {
      if (!sessions.find(request)?.player) return reply.redirect('/', 303);
      return show(reply, {});
    });

    app.post<{ Body: Form }>('/tournament', async (request, reply) => {
      if (!sessions.find(request)?.player) return reply.redirect('/', 303);
      const form = request.body ?? {};
      const sport = chosenSport(form.sport);
      const { lines, faults } = readResults(String(form.results ?? ''), EVENT);
      if (lines.length === 0) faults.push('Write at least one match.');
      if (faults.length > 0) return show(reply.code(422), form, { faults });
      try {
        const result = await client.matches.importTournament({
          tournament: { name: EVENT },
          sport: sport.code,
          winScore: sport.winScore,
          winBy: sport.winBy,
          matches: lines.map(({ match }) => match),
          // A dry run says what would happen, and stores nothing.
          dryRun: form.act !== 'import',
        });
        return show(
          reply,
          form,
          explained(
            result,
            lines.map(({ text }) => text),
          ),
        );
      } catch (error) {
        const isRefusal = error instanceof ValidationError || error instanceof ConflictError;
        if (!isRefusal) throw error;
        return show(reply.code(422), form, { faults: faultTexts(error, lines.length) });
      }
    });
  };
}

/** What became of each line, and of each person, in words. */
function explained(result: TournamentImportResult, texts: string[]) {
  return {
    isDryRun: result.dryRun,
    message: result.message ?? null,
    faults: (result.errors ?? []).map(({ pointer, detail }) => `${lineOf(pointer)}: ${detail}`),
    matches: result.matches.map((match, index) => ({
      text: texts[index] ?? match.identifier,
      became: becameOf(match),
    })),
    participants: result.participants.map((person) => ({
      name: `${person.firstName} ${person.lastName}`,
      takenFor: person.isGhost ? 'a placeholder' : (person.displayName ?? 'a member'),
      isGhost: person.isGhost,
      reason: reasonOf(person),
    })),
  };
}

// Statuses and reasons are open sets: the service may add one, so an unknown one is shown as it is.
const became = new Map([
  ['rated', 'Stored. It moves the rating of each player who let the club report for them.'],
  ['stored', 'Stored. It has no game that counts, so it moves nobody.'],
  ['held', 'Stored, but it does not count: it may be a match that was reported before.'],
  ['duplicate', 'Reported before: it counts once.'],
  ['rejected', 'Not stored.'],
  ['projected', 'It would be stored.'],
]);

function becameOf({ status, confirmations = [] }: MatchResult): string {
  const sentence = became.get(status) ?? status;
  const waiting = confirmations.flat().filter((confirmation) => confirmation !== 'confirmed');
  if (waiting.length === 0) return sentence;
  return `${sentence} ${waiting.length} of ${confirmations.flat().length} have not agreed yet, and are not moved.`;
}

const reasons = new Map([
  ['member_id', 'the member number says so'],
  ['email', 'the e-mail address says so'],
  ['imported_before', 'an earlier import had the same person'],
  ['name_and_birth_year', 'the name and the year of birth fit'],
  ['name_and_place', 'the name and the city fit'],
  ['name_and_gender', 'the name and the gender fit'],
  ['unique_name', 'one member alone has this name'],
  ['no_match', 'nobody fits; the player may claim the result later'],
  ['ambiguous', 'several members have this name; give a year of birth or an e-mail address'],
]);

function reasonOf({ reason }: ParticipantMatch): string {
  return reasons.get(reason) ?? reason;
}

function faultTexts(error: ValidationError | ConflictError, count: number): string[] {
  const faults = error.errors.map(({ pointer, detail }) => `${lineOf(pointer)}: ${detail}`);
  return faults.length > 0 ? faults : [`${error.detail ?? error.message} (${count} matches)`];
}

/** "Line 2", of a JSON pointer such as `/matches/1/games/0/scores`. */
function lineOf(pointer: string): string {
  const index = /^\/matches\/(\d+)/.exec(pointer)?.[1];
  return index === undefined ? 'All' : `Line ${Number(index) + 1}`;
}
