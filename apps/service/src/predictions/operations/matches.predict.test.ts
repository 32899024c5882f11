import {
  currentModel,
  expectedShare,
  knownLead,
  playerId,
  type Skill,
  STARTING_SKILL,
  UNCONNECTED,
  winProbability,
} from '@partner-rating/ratings';
import type { Schemas } from '@partner-rating/server';
import { checkRows, testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { submittedAt } from '../../matches/testing/club.ts';
import { eraseMember } from '../../privacy/erase-member.ts';
import { insertApplication, insertGhost, insertMember } from '../../testing/builders.ts';
import { type DatabaseKind, databases } from '../../testing/test-database.ts';
import { openAsking } from '../testing/asking.ts';

const open = async (kind: DatabaseKind) =>
  await openAsking<Schemas.PredictionResult>(kind, '/partner/matches/predict');

const daysAgo = (days: number) => new Date(submittedAt.getTime() - days * 86_400_000);

const skillOf = (mu: number, sigma: number): Skill => ({ mu, sigma, ...UNCONNECTED });

const stranger = { ...STARTING_SKILL, ...UNCONNECTED };

/** Returns the reliability of the difference of two teams, as a prediction reports it. */
const reliabilityOf = (teams: Skill[][]) =>
  Math.round(100 * knownLead(teams, 'pickleball').reliability) / 100;

const pickleball = { sport: 'pickleball', winScore: 11, winBy: 2, bestOf: 1 };

describe.each(databases)('POST /partner/matches/predict on %s', (kind) => {
  describe('200', () => {
    it('gives equal players even chances, with the reliability of their difference', async () => {
      const { ask, insertPlayers } = await open(kind);
      const [one] = await insertPlayers([28], 2);
      const [other] = await insertPlayers([28], 6);
      const answer = await ask({
        sport: 'pickleball',
        matches: [{ teams: [[one?.id], [other?.id]] }],
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(answer.body).toEqual({
        ...pickleball,
        bracket: 'overall-open',
        predictions: [
          {
            winProbability: [0.5, 0.5],
            expectedShare: [0.5, 0.5],
            reliability: reliabilityOf([[skillOf(28, 2)], [skillOf(28, 6)]]),
          },
        ],
      });
    });

    it('predicts each match by the model, its teams in the order sent', async () => {
      const { ask, insertPlayers } = await open(kind);
      const mus = [31, 24, 27, 29];
      const [a, b, c, d] = await insertPlayers(mus, 3);
      const skill = (mu: number) => skillOf(mu, 3);
      const format = { sport: 'pickleball', winScore: 21, winBy: 1, bestOf: 5 } as const;
      const { body } = await ask({
        ...format,
        matches: [
          { teams: [[a?.id], [String(b?.member_number)]] },
          {
            teams: [
              [d?.id, b?.id],
              [a?.id, c?.id],
            ],
          },
        ],
      });
      const expected = [
        [[skill(31)], [skill(24)]],
        [
          [skill(29), skill(24)],
          [skill(31), skill(27)],
        ],
      ].map((teams) => ({
        winProbability: winProbability(teams, format),
        expectedShare: expectedShare(teams, format),
        reliability: reliabilityOf(teams),
      }));
      expect(body.predictions).toEqual(expected);
      expect(body.predictions[0]?.winProbability[0]).toBeGreaterThan(0.5);
      expect(body.predictions[1]?.winProbability[0]).toBeLessThan(0.5);
    });

    it('accepts a bracket: without a rating in it, a player starts from the primary rating, less reliably', async () => {
      const { ask, insertRatedPlayer } = await open(kind);
      const mixed = skillOf(33, 2);
      const rated = await insertRatedPlayer({
        'overall-open': skillOf(25, 2),
        'mixed-open': mixed,
      });
      const entering = await insertRatedPlayer({ 'overall-open': skillOf(30, 2) });
      const unrated = await insertRatedPlayer();
      const { body } = await ask({
        sport: 'pickleball',
        bracket: 'mixed-open',
        matches: [
          { teams: [[rated.id], [entering.id]] },
          { teams: [[rated.id], [unrated.id]] },
          { teams: [[unrated.id], [entering.id]] },
        ],
      });
      const primary = { ...skillOf(30, 2), lastPlayed: null };
      const entered = currentModel.skillAt(
        { id: 0, own: undefined, primary },
        { sport: 'pickleball', teamSize: 1 },
        0,
      );
      expect(body.predictions.map((prediction) => prediction.winProbability)).toEqual(
        [
          [[mixed], [entered]],
          [[mixed], [stranger]],
          [[stranger], [entered]],
        ].map((teams) => winProbability(teams, pickleball)),
      );
      expect(body.predictions.map(({ reliability }) => reliability)).toEqual([
        reliabilityOf([[mixed], [entered]]),
        reliabilityOf([[mixed], [stranger]]),
        reliabilityOf([[stranger], [entered]]),
      ]);
      expect(body.predictions[0]?.reliability).toBeLessThan(currentModel.reliabilityOf(2));
    });

    it('is less reliable for two who only played together, and least for players whose groups never met', async () => {
      const { database, ask, insertRatedPlayer } = await open(kind);
      const insert = async (skill: Partial<Skill>) =>
        await insertRatedPlayer({ 'overall-open': { ...skillOf(28, 2), ...skill } });
      const [one, other] = [await insert({ open: 5.5 }), await insert({ open: 5.5, mu: 31 })];
      const [own, distant] = [
        await insert({ direction: 0xff8080808080 }),
        await insert({ direction: 0x808080808080 + 127, mu: 31 }),
      ];
      const predict = async () => {
        const teams = [
          [[other.id], [one.id]],
          [[distant.id], [own.id]],
          [[distant.id], [one.id]],
        ];
        const { body } = await ask({
          sport: 'pickleball',
          matches: teams.map((named) => ({ teams: named })),
        });
        return body.predictions;
      };
      const [before] = await predict();
      const pairs = [
        [one, other],
        [other, one],
      ] as const;
      for (const [player, partner] of pairs) {
        await database
          .updateTable('rating')
          .set({ partner: playerId(partner.id) })
          .where('member_id', '=', player.id)
          .execute();
      }
      const [together, apart, newcomer] = await predict();
      expect(before?.reliability).toBeGreaterThan(0.9);
      expect(together?.reliability).toBeLessThanOrEqual(0.3);
      expect(together?.winProbability[0]).toBeLessThan(before?.winProbability[0] ?? 0);
      expect(apart?.reliability).toBeLessThan((before?.reliability ?? 0) - 0.05);
      // A player whose group is unknown (without a direction) counts as one of the opponent's group.
      expect(newcomer).toMatchObject({ reliability: before?.reliability });
    });

    it.each([
      ['the rating in the bracket', 'overall-open'],
      ['the main rating', 'mixed-open'],
    ])('is less sure about absent players, by %s', async (_, bracket) => {
      const { ask, insertRatedPlayer } = await open(kind);
      const weaker = await insertRatedPlayer({ [bracket]: skillOf(22, 2) }, submittedAt);
      const skill = { 'overall-open': skillOf(30, 2) };
      const present = await insertRatedPlayer(skill, submittedAt);
      const absent = await insertRatedPlayer(skill, daysAgo(600));
      const { body } = await ask({
        sport: 'pickleball',
        bracket,
        matches: [present, absent].map(({ id }) => ({ teams: [[id], [weaker.id]] })),
      });
      const [sooner, later] = body.predictions;
      const chance = sooner?.winProbability[0] ?? Number.NaN;
      expect(later?.reliability).toBeLessThan((sooner?.reliability ?? Number.NaN) - 0.02);
      expect(later?.winProbability[0]).toBeLessThan(chance);
      expect(later?.winProbability[0]).toBeGreaterThan(0.5);
    });

    it('assumes the usual format of each sport unless the request has one', async () => {
      const { ask, insertPlayers } = await open(kind);
      const [one, other] = await insertPlayers([28, 28]);
      const matches = [{ teams: [[one?.id], [other?.id]] }];
      const usual: [string, number, number][] = [
        ['pickleball', 11, 2],
        ['padel', 6, 2],
        ['tennis', 6, 2],
        ['squash', 11, 2],
        ['badminton', 21, 2],
        ['table-tennis', 11, 2],
        ['racquetball', 15, 1],
      ];
      await checkRows(usual, async (sport: string, winScore: number, winBy: number) => {
        const { body } = await ask({ sport, matches });
        expect(body).toMatchObject({ sport, winScore, winBy, bestOf: 1 });
        const given = await ask({ sport, winScore: 4, winBy: 1, matches });
        expect(given.body).toMatchObject({ winScore: 4, winBy: 1 });
      });
    });

    it('predicts a hundred of the largest matches, whose probabilities sum to 1', async () => {
      const { ask, insertPlayers } = await open(kind);
      const players = await insertPlayers(Array.from({ length: 128 }, (_, n) => 10 + (n % 31)));
      const matches = Array.from({ length: 100 }, (_, shift) => {
        const turned = [...players.slice(shift), ...players.slice(0, shift)].map(({ id }) => id);
        return {
          teams: Array.from({ length: 16 }, (__, team) => turned.slice(team * 8).slice(0, 8)),
        };
      });
      const { status, body } = await ask({ sport: 'pickleball', matches });
      expect(status).toBe(200);
      expect(body.predictions).toHaveLength(100);
      for (const prediction of body.predictions) {
        for (const numbers of [prediction.winProbability, prediction.expectedShare]) {
          const sum = numbers.reduce((total, number) => total + number, 0);
          expect(Math.abs(sum - 1)).toBeLessThan(1e-12);
        }
      }
    });

    it('accepts a claimed ghost as its member, and ghosts of the application', async () => {
      const { ask, database, applicationId, insertPlayers } = await open(kind);
      const [mike] = await insertPlayers([31]);
      const alias = await insertMember(database, { is_ghost: true, merged_into: mike?.id ?? null });
      const ghost = await insertGhost(database, applicationId);
      const { body } = await ask({
        sport: 'pickleball',
        matches: [{ teams: [[mike?.id], [ghost.id]] }, { teams: [[alias.id], [ghost.id]] }],
      });
      expect(body.predictions[1]).toEqual(body.predictions[0]);
    });

    it('uses the present ratings each time, even with the same Idempotency-Key', async () => {
      const { ask, database, insertPlayers } = await open(kind);
      const [one, other] = await insertPlayers([28, 28]);
      const question = { sport: 'pickleball', matches: [{ teams: [[one?.id], [other?.id]] }] };
      const headers = { 'idempotency-key': 'one-question' };
      const first = await ask(question, headers);
      await database
        .updateTable('rating')
        .set({ mu: 40 })
        .where('member_id', '=', one?.id ?? '')
        .execute();
      const again = await ask(question, headers);
      expect(again.headers.has('idempotency-replayed')).toBe(false);
      expect(again.body).not.toEqual(first.body);
    });
  });

  testRows<[string, object, string, string]>([
    ['an unknown field', { shuffle: true }, '/shuffle', 'additionalProperties'],
    ['no matches', { matches: [] }, '/matches', 'minItems'],
    [
      'more matches than a hundred',
      { matches: Array.from({ length: 101 }, () => ({ teams: [['1'], ['2']] })) },
      '/matches',
      'maxItems',
    ],
    ['an even bestOf', { bestOf: 2 }, '/bestOf', 'enum'],
    ['a match of one team', { matches: [{ teams: [['1']] }] }, '/matches/0/teams', 'minItems'],
    ['a bracket of another form', { bracket: 'Mixed' }, '/bracket', 'pattern'],
    [
      'a member number that is a number',
      { matches: [{ teams: [[10482], ['1']] }] },
      '/matches/0/teams/0/0',
      'type',
    ],
  ])('400 for an invalid request', async (_, rest, pointer, code) => {
    const { ask } = await open(kind);
    const matches = [{ teams: [['1'], ['2']] }];
    const { status, body } = await ask({ sport: 'pickleball', matches, ...rest });
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
  });

  describe('422', () => {
    it('points to every error of every match, as a batch does', async () => {
      const { ask, insertPlayers } = await open(kind);
      const [one, other] = await insertPlayers([28, 28]);
      const { status, body } = await ask({
        sport: 'croquet',
        bracket: 'overall-99+',
        bestOf: 3,
        matches: [
          { teams: [[one?.id], ['99999999']] },
          { teams: [[one?.id, 'somebody'], [String(one?.member_number)]] },
          { teams: [[one?.id], [other?.id], ['mem_00000000000000000000000000']] },
        ],
      });
      expect([status, body.code]).toEqual([422, 'prediction_rejected']);
      expect(body.detail).toBe(
        '8 errors were found and nothing was predicted. Fix them and send the request again.',
      );
      expect(body.errors?.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
        'unknown_sport /sport',
        'unknown_bracket /bracket',
        'best_of_needs_two_teams /bestOf',
        'unknown_player /matches/0/teams/1/0',
        'unknown_player /matches/1/teams/0/1',
        'repeated_player /matches/1/teams/1/0',
        'team_sizes_differ /matches/1/teams/1',
        'unknown_player /matches/2/teams/2/0',
      ]);
    });

    it('unknown_player for players who are hidden from the application', async () => {
      const { ask, database, dependencies, insertPlayers } = await open(kind);
      const [one, optedOut, erased] = await insertPlayers([28, 28, 28]);
      const rival = await insertApplication(database);
      const ghost = await insertGhost(database, rival);
      await database
        .updateTable('member')
        .set({ wants_discovery: false })
        .where('id', '=', optedOut?.id ?? '')
        .execute();
      const actor = 'operator';
      await eraseMember(dependencies, { memberId: erased?.id ?? '', actor });
      const { status, body } = await ask({
        sport: 'pickleball',
        matches: [optedOut, erased, ghost].map((nobody) => ({ teams: [[one?.id], [nobody?.id]] })),
      });
      expect(status).toBe(422);
      expect(body.errors).toEqual(
        [optedOut, erased, ghost].map((nobody, index) => ({
          pointer: `/matches/${index}/teams/1/0`,
          code: 'unknown_player',
          detail: `There is no member ${nobody?.id}. Check the identifier.`,
        })),
      );
    });
  });
});
