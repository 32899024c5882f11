import {
  ConflictError,
  type ErrorItem,
  type MatchResult,
  type ParticipantMatch,
  type TournamentImportResult,
  ValidationError,
} from '@partner-rating/client';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Club } from '../club.ts';
import { errorText } from '../matches/error-texts.ts';
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

/**
 * `GET` and `POST /tournament`: imports results of people who may not be members, and shows the result of each line.
 */
export function importResults({ client, sessions, facts }: Club): FastifyPluginAsync {
  // Two members of the club, and two people who are not members yet.
  const [one, other] = facts.otherMembers;
  const example = `${one?.name} & Robin Newcomer vs ${other?.name} & Sam Visitor 11-8 11-6\n`;

  function show(reply: FastifyReply, form: Form, outcome: object = {}): FastifyReply {
    const sport = chosenSport(form.sport);
    const page = { results: form.results ?? example, errors: [], matches: [], participants: [] };
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
      const { lines, errors } = readResults(String(form.results ?? ''), EVENT);
      if (lines.length === 0) errors.push('Write at least one match.');
      if (errors.length > 0) return show(reply.code(422), form, { errors });
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
        return show(reply.code(422), form, { errors: errorTexts(error, lines.length) });
      }
    });
  };
}

/** Describes the result of each line, and who each person is. */
function explained(result: TournamentImportResult, texts: string[]) {
  return {
    isDryRun: result.dryRun,
    message: result.message ?? null,
    errors: (result.errors ?? []).map(inLine),
    matches: result.matches.map((match, index) => ({
      text: texts[index] ?? match.identifier,
      outcome: outcomeOf(match),
    })),
    participants: result.participants.map((person) => ({
      name: `${person.firstName} ${person.lastName}`,
      matchedWith: person.isGhost ? 'a placeholder' : (person.displayName ?? 'a member'),
      isGhost: person.isGhost,
      reason: reasonOf(person),
    })),
  };
}

// Statuses and reasons are open sets: the service may add one, so an unknown one is shown as it is.
const outcomes = new Map([
  ['rated', 'Stored. It changes the rating of each player who allowed the club to submit matches.'],
  ['stored', 'Stored. None of its games counts, so no rating changes.'],
  ['held', 'Stored, but it does not count, because the same match may have been reported before.'],
  ['duplicate', 'Reported before, so it counts only once.'],
  ['rejected', 'Not stored.'],
  ['projected', 'It would be stored.'],
]);

function outcomeOf({ status, confirmations = [] }: MatchResult): string {
  const sentence = outcomes.get(status) ?? status;
  const waiting = confirmations.flat().filter((confirmation) => confirmation !== 'confirmed');
  if (waiting.length === 0) return sentence;
  return `${sentence} ${waiting.length} of ${confirmations.flat().length} players have not consented yet, so their ratings do not change.`;
}

const reasons = new Map([
  ['member_id', 'the member number is the same'],
  ['email', 'the email address is the same'],
  ['imported_before', 'an earlier import had the same person'],
  ['name_and_birth_year', 'the name and the year of birth match'],
  ['name_and_place', 'the name and the city match'],
  ['name_and_gender', 'the name and the gender match'],
  ['unique_name', 'only one member has this name'],
  ['no_match', 'no member matches; the player can claim the result later'],
  ['ambiguous', 'several members have this name; send a year of birth or an email address'],
]);

function reasonOf({ reason }: ParticipantMatch): string {
  return reasons.get(reason) ?? reason;
}

function errorTexts(error: ValidationError | ConflictError, count: number): string[] {
  const errors = error.errors.map(inLine);
  return errors.length > 0 ? errors : [`${errorText(error)} (${count} matches)`];
}

function inLine(item: ErrorItem): string {
  return `${lineOf(item.pointer)}: ${errorText(item)}`;
}

/** "Line 2", of a JSON pointer such as `/matches/1/games/0/scores`. */
function lineOf(pointer: string): string {
  const index = /^\/matches\/(\d+)/.exec(pointer)?.[1];
  return index === undefined ? 'All' : `Line ${Number(index) + 1}`;
}
