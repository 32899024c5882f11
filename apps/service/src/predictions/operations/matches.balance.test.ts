import { currentModel, expectedShare, UNCONNECTED, winProbability } from '@partner-rating/ratings';
import type { Schemas } from '@partner-rating/server';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { submittedAt } from '../../matches/testing/club.ts';
import { insertConnection } from '../../testing/builders.ts';
import { type DatabaseKind, databases } from '../../testing/test-database.ts';
import { openAsking } from '../testing/asking.ts';

const open = async (kind: DatabaseKind) =>
  await openAsking<Schemas.BalanceResult>(kind, '/partner/matches/balance');

const sport = 'pickleball';
const idsOf = (players: readonly { id: string }[]) => players.map(({ id }) => id);

describe.each(databases)('POST /partner/matches/balance on %s', (kind) => {
  describe('200', () => {
    it('puts the best with the weakest, and lists the next fairest line-ups', async () => {
      const { ask, insertPlayers } = await open(kind);
      const players = await insertPlayers([32, 28, 26, 22]);
      const [best, second, third, weakest] = idsOf(players);
      const answer = await ask({ sport, players: idsOf(players), teamSize: 2 });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      const { lineups, ...assumed } = answer.body;
      expect(assumed).toEqual({
        sport,
        bracket: 'overall-open',
        winScore: 11,
        winBy: 2,
        bestOf: 1,
      });
      const pairs = lineups.map(({ courts }) =>
        courts[0]?.teams.find((team) => team.includes(best ?? '')),
      );
      expect(pairs.map((pair) => new Set(pair))).toEqual(
        [weakest, third, second].map((partner) => new Set([best, partner])),
      );
      const [fairest, ...others] = lineups;
      expect(fairest?.unfairness).toBeCloseTo(0, 12);
      expect(fairest?.courts[0]).toMatchObject({ reliability: currentModel.reliabilityOf(2) });
      for (const { unfairness, courts } of others) {
        const [chance = 0] = courts[0]?.winProbability ?? [];
        expect(unfairness).toBe(Math.abs(chance - 0.5));
        expect(unfairness).toBeGreaterThan(0.01);
      }
    });

    it('predicts every court as matches.predict does, with the references that were sent', async () => {
      const { ask, insertPlayers } = await open(kind);
      const mus = [32, 30, 29, 27, 26, 24, 23, 20];
      const players = await insertPlayers(mus);
      const sent = players.map(({ id, member_number }, index) =>
        index % 2 === 0 ? id : String(member_number),
      );
      const format = { sport, winScore: 21, winBy: 1, bestOf: 3 } as const;
      const { body } = await ask({ ...format, players: sent, teamSize: 2 });
      expect(body.lineups).toHaveLength(3);
      for (const { courts, unfairness } of body.lineups) {
        expect(courts.flatMap(({ teams }) => teams.flat()).sort()).toEqual(sent.toSorted());
        for (const court of courts) {
          const skills = court.teams.map((team) =>
            team.map((reference) => ({
              mu: mus[sent.indexOf(reference)] ?? 0,
              sigma: 2,
              ...UNCONNECTED,
            })),
          );
          expect(court.winProbability).toEqual(winProbability(skills, format));
          expect(court.expectedShare).toEqual(expectedShare(skills, format));
        }
        const distances = courts.map(({ winProbability: [one = 0] }) => Math.abs(one - 0.5));
        expect(unfairness).toBe(Math.max(...distances));
      }
    });

    it('is most reliable for players who played recently', async () => {
      const { ask, insertRatedPlayer } = await open(kind);
      const fairest = async (lastPlayedAt: Date) => {
        const players: { id: string }[] = [];
        for (const mu of [32, 31, 22, 20]) {
          players.push(
            await insertRatedPlayer(
              { 'overall-open': { mu, sigma: 2, ...UNCONNECTED } },
              lastPlayedAt,
            ),
          );
        }
        const { body } = await ask({ sport, players: idsOf(players), teamSize: 1 });
        return body.lineups[0];
      };
      const present = await fairest(submittedAt);
      const absent = await fairest(new Date(submittedAt.getTime() - 200 * 86_400_000));
      expect(absent?.unfairness).toBeLessThan(present?.unfairness ?? Number.NaN);
      for (const [index, { reliability }] of (absent?.courts ?? []).entries()) {
        expect(reliability).toBeLessThan(present?.courts[index]?.reliability ?? Number.NaN);
      }
    });

    it('returns the same for every order of the players, also for equal ones', async () => {
      const { ask, insertPlayers } = await open(kind);
      const players = idsOf(await insertPlayers([25, 25, 25, 25, 28, 28, 31, 22]));
      const { body } = await ask({ sport, players, teamSize: 2 });
      const rotated = [...players.slice(3), ...players.slice(0, 3)];
      for (const order of [players.toReversed(), rotated]) {
        expect((await ask({ sport, players: order, teamSize: 2 })).body).toEqual(body);
      }
    });

    it.each([
      [1, 8],
      [2, 4],
      [4, 2],
      [8, 1],
    ])('splits sixteen players into teams of %i on %i courts', async (teamSize, courts) => {
      const { ask, insertPlayers } = await open(kind);
      const players = idsOf(
        await insertPlayers(Array.from({ length: 16 }, (_, n) => 20 + n * 0.7)),
      );
      const { status, body } = await ask({ sport, players, teamSize });
      expect(status).toBe(200);
      for (const lineup of body.lineups) {
        expect(lineup.courts).toHaveLength(courts);
        expect(lineup.courts.flatMap(({ teams }) => teams.flat()).sort()).toEqual(
          players.toSorted(),
        );
      }
    });
  });

  testRows<[string, object, string, string]>([
    ['an unknown field', { shuffle: true }, '/shuffle', 'additionalProperties'],
    ['three players', { players: ['1', '2', '3'] }, '/players', 'minItems'],
    [
      'seventeen players',
      { players: Array.from({ length: 17 }, (_, index) => `${index + 1}`) },
      '/players',
      'maxItems',
    ],
    ['a team of nobody', { teamSize: 0 }, '/teamSize', 'minimum'],
    ['a team of nine', { teamSize: 9 }, '/teamSize', 'maximum'],
    ['an even bestOf', { bestOf: 4 }, '/bestOf', 'enum'],
  ])('400 for an invalid request', async (_, rest, pointer, code) => {
    const { ask } = await open(kind);
    const players = ['1', '2', '3', '4'];
    const { status, body } = await ask({ sport, players, teamSize: 2, ...rest });
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
  });

  it('422: points to every error', async () => {
    const { ask, database, applicationId, insertPlayers } = await open(kind);
    const [one, other, silent] = await insertPlayers([28, 28, 28]);
    await insertConnection(database, applicationId, silent?.id ?? '', ['user:profile:read']);
    const { status, body } = await ask({
      sport: 'croquet',
      bracket: 'overall-99+',
      players: [one?.id, other?.id, silent?.id, String(one?.member_number), '99999999'],
      teamSize: 2,
    });
    expect([status, body.code]).toEqual([422, 'prediction_rejected']);
    expect(body.errors?.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'unknown_sport /sport',
      'unknown_bracket /bracket',
      'players_do_not_fit /players',
      'repeated_player /players/3',
      'unknown_player /players/4',
      'ratings_not_shared /players/2',
    ]);
  });
});
