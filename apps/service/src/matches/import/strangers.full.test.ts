import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Database, MemberRow } from '../../platform/database/schema.ts';
import { auditRatings } from '../../ratings/audit-ratings.ts';
import { ratingHistory } from '../../ratings/store/rating-history.ts';
import { insertApplication } from '../../testing/builders.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { confirmResult, denyResult, disputeResult } from '../answer-result.ts';
import { answerOffer } from '../claims/answer-offer.ts';
import { findOffered } from '../claims/find-offered.ts';
import { MergeRefusedError, mergeGhost } from '../claims/merge-ghost.ts';
import { insertProvenAccount } from '../claims/testing/offered-player.ts';
import { batchOf, onDay } from '../testing/batches.ts';
import { type Club, createClub, submittedAt } from '../testing/club.ts';
import { handle } from '../testing/story.ts';
import { anotherPartner, bring, called, finalOf, importOf } from './testing/tournament.ts';

const SEQUENCES = 400;
const STRANGERS = 4;
const ACCOMPLICES = 2;
const person = fc.nat(STRANGERS + ACCOMPLICES - 1);
const pair = fc.uniqueArray(person, { minLength: 2, maxLength: 2 });
const scores = fc.constantFrom<number[][]>([11, 0], [0, 11], [13, 11], [11, 9]);
const played = fc.record({ pair, scores });

const operation = fc.oneof(
  fc.record({
    kind: fc.constant('batch' as const),
    matches: fc.array(played, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('import' as const),
    matches: fc.array(played, { minLength: 1, maxLength: 3 }),
    namedBy: fc.constantFrom('memberId', 'email', 'name', 'nothing'),
  }),
  fc.record({
    kind: fc.constant('again' as const),
    match: fc.option(fc.nat(9)),
    by: fc.constantFrom('itself', 'another', 'trusted'),
    through: fc.constantFrom('batch', 'import'),
  }),
  fc.record({ kind: fc.constant('claim' as const), ghost: fc.nat(9), member: person }),
  fc.record({
    kind: fc.constant('offer' as const),
    player: fc.nat(ACCOMPLICES - 1),
    step: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    kind: fc.constant('answer' as const),
    match: fc.nat(9),
    // Only the attackers confirm: a stranger who confirms a result agrees to it.
    respond: fc.constantFrom(
      { by: 'accomplice' as const, answer: confirmResult },
      { by: 'accomplice' as const, answer: disputeResult },
      { by: 'stranger' as const, answer: denyResult },
      { by: 'stranger' as const, answer: disputeResult },
    ),
    player: fc.nat(STRANGERS - 1),
  }),
);
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

type Again = Extract<Operation, { kind: 'again' }>;

/** A match between two players by id, as it was reported. */
interface Report {
  id: string | null;
  players: readonly string[];
  scores: readonly number[];
  matchDate: string;
}

/** Applications that report earlier results again. */
interface Reporters {
  another: Club;
  /** Reports of strangers only matches that they denied, or played. */
  trusted: Club;
}

/** An application that invents results of strangers and of two accomplices. */
class Attack {
  readonly #partner: Club;
  readonly #strangers: readonly MemberRow[];
  readonly #accomplices: readonly MemberRow[];
  readonly #number: number;
  readonly #reporters: Reporters;
  /** A match that was played, and is reported again. */
  readonly #real: Report;
  readonly #reports: Report[] = [];
  #named = 0;
  readonly #matchIds: string[] = [];
  readonly #ghostIds: string[] = [];

  constructor({ partner, strangers, reporters, real }: Scene, number: number) {
    this.#partner = partner;
    this.#strangers = strangers;
    this.#accomplices = partner.players;
    this.#reporters = reporters;
    this.#real = real;
    this.#number = number;
  }

  async run(step: Operation): Promise<void> {
    switch (step.kind) {
      case 'batch': {
        const inputs = step.matches.map(({ pair: two, scores: points }) => ({
          identifier: this.#newIdentifier(),
          teams: two.map((index) => [this.#personAt(index).id]),
          games: [{ scores: points }],
          ...onDay(this.#number),
        }));
        const result = await handle(this.#partner, batchOf(inputs));
        this.#remember(result);
        for (const [index, { teams, games, matchDate }] of inputs.entries()) {
          const scores = games.flatMap((game) => game.scores);
          const id = result.matches[index]?.id ?? null;
          this.#reports.push({ id, players: teams.flat(), scores, matchDate });
        }
        return;
      }
      case 'import': {
        const inputs = step.matches.map(({ pair: two, scores: points }) => ({
          ...finalOf(
            this.#newIdentifier(),
            two.map((index, side) => [this.#participant(index, step.namedBy, side)]),
          ),
          games: [{ scores: points }],
          ...onDay(this.#number),
        }));
        const result = await bring(this.#partner, importOf(inputs));
        this.#remember(result);
        const ghosts = result.participants.filter(({ isNew }) => isNew);
        this.#ghostIds.push(...ghosts.flatMap(({ id }) => id ?? []));
        return;
      }
      case 'offer': {
        const memberId = this.#accomplices[step.player]?.id ?? '';
        const participations = (await findOffered(this.#partner.dependencies, memberId)).map(
          ({ participation }) => participation,
        );
        const mine = participations.filter((_, index) => index % step.step === 0);
        await answerOffer(this.#partner.dependencies, { memberId, shown: participations, mine });
        return;
      }
      case 'again':
        return await this.#reportAgain(step);
      case 'claim':
        return await this.#claim(step.ghost, this.#personAt(step.member).id);
      case 'answer': {
        const matchId = this.#matchIds[step.match % Math.max(1, this.#matchIds.length)];
        if (matchId === undefined) return;
        const people = step.respond.by === 'stranger' ? this.#strangers : this.#accomplices;
        const memberId = people[step.player % people.length]?.id ?? '';
        await step.respond.answer(this.#partner.dependencies, { memberId, matchId });
      }
    }
  }

  async #reportAgain({ match, by, through }: Again): Promise<void> {
    const report = match === null ? this.#real : this.#reports[match % this.#reports.length];
    if (report === undefined) return;
    const { another, trusted } = this.#reporters;
    const reporter = { itself: this.#partner, another, trusted }[by] ?? this.#partner;
    if (by === 'trusted' && match !== null) await this.#deny(report);
    const { players, scores, matchDate } = report;
    const again = {
      identifier: this.#newIdentifier(),
      games: [{ scores: [...scores].toReversed() }],
      matchDate,
    };
    const order = players.toReversed();
    if (through === 'batch') {
      await handle(reporter, batchOf([{ ...again, teams: order.map((id) => [id]) }]));
    } else {
      const teams = order.map((memberId) => [called('Some Body', { memberId })]);
      await bring(reporter, importOf([{ ...again, teams }]));
    }
  }

  /** Denies all reports of these players, because two of them can be of the same result. */
  async #deny({ players }: Report): Promise<void> {
    const sameTwo = this.#reports.filter((other) =>
      players.every((id) => other.players.includes(id)),
    );
    for (const { id: memberId } of this.#strangers) {
      if (!players.includes(memberId)) continue;
      for (const { id: matchId } of sameTwo) {
        if (matchId !== null) await denyResult(this.#partner.dependencies, { memberId, matchId });
      }
    }
  }

  async #claim(number: number, member: string): Promise<void> {
    const ghost = this.#ghostIds[number % Math.max(1, this.#ghostIds.length)];
    if (ghost === undefined) return;
    await mergeGhost(this.#partner.dependencies, { ghost, member }).catch((error: unknown) => {
      if (!(error instanceof MergeRefusedError)) throw error;
    });
  }

  #remember({ matches }: { matches: { id: string | null }[] }): void {
    this.#matchIds.push(...matches.flatMap(({ id }) => id ?? []));
  }

  #newIdentifier(): string {
    this.#named += 1;
    return `${this.#number}-${this.#named}`;
  }

  #personAt(index: number): MemberRow {
    const found = [...this.#strangers, ...this.#accomplices][index];
    if (found === undefined) throw new Error('The person does not exist.');
    return found;
  }

  #participant(index: number, namedBy: string, side: number) {
    const { id, first_name, last_name, email, birth_date } = this.#personAt(index);
    const name =
      namedBy === 'nothing' ? `Made Up${this.#number}x${index}` : `${first_name} ${last_name}`;
    return called(name, {
      ...(namedBy === 'memberId' && { memberId: id }),
      ...(namedBy === 'email' && email !== null && { email }),
      // Invented people with an accomplice's own address, who may claim their matches.
      ...(namedBy === 'nothing' && { email: `accomplice${side}@example.com` }),
      ...(namedBy === 'name' && { birthYear: Number(birth_date?.slice(0, 4)) }),
    });
  }
}

/** The common part of all attacks. */
interface Scene {
  partner: Club;
  strangers: readonly MemberRow[];
  reporters: Reporters;
  real: Report;
}

async function stateOf(database: Database, strangers: readonly MemberRow[]) {
  const ids = strangers.map(({ id }) => id);
  const ratings = database.selectFrom('rating').selectAll().where('member_id', 'in', ids);
  const history = database.selectFrom(ratingHistory).selectAll().where('member_id', 'in', ids);
  const members = database.selectFrom('member').select(['id', 'is_vairified']);
  return {
    ratings: await ratings.orderBy('member_id').orderBy('sport').orderBy('bracket').execute(),
    history: await history.orderBy('change_order').execute(),
    members: await members.where('id', 'in', ids).orderBy('id').execute(),
  };
}

describe('invented results of an untrusted application', () => {
  it(`do not change a rating of a stranger, in ${SEQUENCES} sequences of batches, imports, second reports, claims, and answers`, async () => {
    const database = await createTestDatabase('postgres');
    const league = await createClub(
      database,
      Array.from({ length: STRANGERS }, (_, index) => ({
        first_name: `Stranger${index}`,
        email: `stranger${index}@example.com`,
        birth_date: `198${index}-01-01`,
      })),
    );
    const [one, two] = league.players;
    const teams = [[one?.id ?? ''], [two?.id ?? '']];
    const real = { id: null, players: teams.flat(), scores: [11, 7], ...onDay(0) };
    const played = { identifier: 'real', teams, games: [{ scores: real.scores }], ...onDay(0) };
    await handle(league, batchOf([played]));
    const strangers = league.players;
    const before = await stateOf(database, strangers);

    const accomplices = Array.from({ length: ACCOMPLICES }, (_, index) => ({
      first_name: `Accomplice${index}`,
      email: `accomplice${index}@example.com`,
      birth_date: '1990-01-01',
    }));
    const partner = await createClub(database, accomplices);
    for (const { id } of partner.players) await insertProvenAccount(database, id);
    const reporters = {
      another: await anotherPartner(partner, { trusted: false }),
      trusted: await anotherPartner(partner),
    };
    const scene = { partner, strangers, reporters, real };
    let number = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 3 }), async (steps) => {
        number += 1;
        const attack = new Attack(scene, number);
        for (const step of steps) await attack.run(step);
      }),
      { numRuns: SEQUENCES, endOnFailure: true },
    );
    expect(await stateOf(database, strangers)).toEqual(before);
    const findings: unknown[] = [];
    await auditRatings({ database }, { onFinding: (finding) => findings.push(finding) });
    expect(findings).toEqual([]);
  });

  it('put an invented player on no board, and verify nobody', async () => {
    const database = await createTestDatabase('postgres');
    const partner = await createClub(database, [{}]);
    const applicationId = await insertApplication(database);
    const attacker = { ...partner, submitter: { applicationId, trusted: false } };
    const rounds = Array.from({ length: 6 }, (_, index) =>
      finalOf(`round-${index}`, [[called('Invented Champion')], [called('Invented Rival')]], {
        matchDate: new Date(submittedAt.getTime() - index * 86_400_000).toISOString(),
      }),
    );
    await bring(attacker, importOf(rounds));
    expect(await database.selectFrom('rating').selectAll().execute()).toEqual([]);
    const ghosts = database
      .selectFrom('member')
      .select('is_vairified')
      .where('is_ghost', '=', true);
    expect(await ghosts.execute()).toEqual([{ is_vairified: false }, { is_vairified: false }]);
  });
});
