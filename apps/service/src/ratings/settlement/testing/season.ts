import { confirmResult, denyResult, disputeResult } from '../../../matches/answer-result.ts';
import { MergeRefusedError, mergeGhost } from '../../../matches/claims/merge-ghost.ts';
import { type IngestDependencies, ingestBatch } from '../../../matches/submit/ingest-batch.ts';
import { batchOf } from '../../../matches/testing/batches.ts';
import { listen, submittedAt } from '../../../matches/testing/club.ts';
import { voidMatch } from '../../../matches/void-match.ts';
import { readConfiguration } from '../../../platform/configuration/configuration.ts';
import type { Database } from '../../../platform/database/schema.ts';
import {
  insertApplication,
  insertConnection,
  insertGhost,
  insertMember,
  usualScopes,
} from '../../../testing/builders.ts';
import { testSecretsKey } from '../../../testing/test-service.ts';
import { auditRatings } from '../../audit-ratings.ts';
import { describeFinding } from '../../domain/rating-differences.ts';
import { rebuildRatings } from '../../rebuild-ratings.ts';
import type { ChunkSizes } from '../pace.ts';
import { settleSport } from '../settle-sport.ts';
import { GHOSTS, type Happening, MEMBERS, type Report } from './season-script.ts';

/** So small that a settlement of a season takes many chunks of each kind. */
const sizes: ChunkSizes = {
  matchesPerChunk: 3,
  playersPerChunk: 1,
  matchesWhileAllWait: 2,
};

const LONGER_THAN_A_LEASE = 20_000;
const answers = { confirm: confirmResult, deny: denyResult, dispute: disputeResult };
const withoutConsent = ['user:profile:read', 'user:webhook:subscribe', 'user:rating:read'];
const idOf = (player: number) => `mem_01jq8z6v3mfb7s4d2k9c${String(player).padStart(6, '0')}`;

/** The players and partners of a script in their own database, and the matches that they reported. */
export class Season {
  readonly #database: Database;
  readonly #dependencies: IngestDependencies;
  readonly #partners: string[];
  readonly #matches: { id: string; applicationId: string; report: Report }[] = [];
  readonly #background: Promise<unknown>[] = [];
  #now = submittedAt.getTime();

  private constructor(database: Database, partners: string[]) {
    this.#database = database;
    this.#partners = partners;
    const clock = () => {
      this.#now += 1;
      return new Date(this.#now);
    };
    const configuration = readConfiguration({ SECRETS_KEY: testSecretsKey });
    this.#dependencies = { database, clock, configuration };
  }

  static async open(database: Database): Promise<Season> {
    const partners = [await insertApplication(database), await insertApplication(database)];
    const [first = ''] = partners;
    await listen(database, first);
    for (let player = 0; player < MEMBERS; player += 1) {
      const isWoman = player % 2 === 1;
      const { id } = await insertMember(database, {
        id: idOf(player),
        gender: isWoman ? 'FEMALE' : 'MALE',
        birth_date: `${1962 + player * 5}-01-01`,
      });
      // Half of them did not grant `user:match:submit` to the first partner, and others not to the second.
      const doesAgree = [!isWoman, player % 3 > 0];
      for (const [index, partner] of partners.entries()) {
        const scopes = doesAgree[index] === true ? usualScopes : withoutConsent;
        await insertConnection(database, partner, id, scopes);
      }
    }
    for (let ghost = MEMBERS; ghost < MEMBERS + GHOSTS; ghost += 1) {
      await insertGhost(database, first, { id: idOf(ghost), is_discoverable: true });
    }
    return new Season(database, partners);
  }

  async play(happening: Happening): Promise<void> {
    switch (happening.kind) {
      case 'batch':
        return await this.#submit(happening, { isTrusted: happening.isTrusted });
      case 'again':
        return await this.#submit(happening);
      case 'dry run':
        return await this.#submit(happening, { isDryRun: true });
      case 'void':
        return await this.#void(happening.report);
      case 'answer':
        return await this.#answer(happening);
      case 'claim':
        return await this.#claim(happening);
      case 'settle':
        this.#background.push(this.#settle(happening));
        return;
      case 'rebuild':
        await rebuildRatings(this.#dependencies, { dryRun: false });
        return;
      case 'audit':
        return await this.expectNoFinding();
    }
  }

  /** Waits for the settlements in the background, and settles the rest. */
  async settle(): Promise<void> {
    await Promise.all(this.#background);
    this.#now += LONGER_THAN_A_LEASE;
    for (const sport of ['padel', 'pickleball']) {
      let outcome = '';
      while (outcome !== 'nothing')
        outcome = await settleSport(this.#dependencies, sport, { sizes });
    }
  }

  async expectNoFinding(): Promise<void> {
    const findings: string[] = [];
    const onFinding = (finding: Parameters<typeof describeFinding>[0]) =>
      void findings.push(describeFinding(finding));
    await auditRatings({ database: this.#database }, { onFinding });
    if (findings.length > 0) throw new Error(findings.join('\n'));
  }

  async #submit(
    { partner, reports }: { partner: number; reports: Report[] },
    { isTrusted = false, isDryRun = false } = {},
  ): Promise<void> {
    const applicationId = this.#partners[partner] ?? '';
    const inputs = reports.map(({ match, sport, matchDate, teams, scores }) => ({
      identifier: `match-${match}`,
      sport,
      matchDate: matchDate.toISOString(),
      teams: teams.map((team) => team.map(idOf)),
      games: scores.map((game) => ({ scores: game, winScore: Math.max(...game) })),
    }));
    const outcome = await ingestBatch(
      this.#dependencies,
      { applicationId, trusted: isTrusted },
      // Partial, because a match may name a player twice after the player claimed a ghost (a member without an account).
      batchOf(inputs, { partial: true, ...(isDryRun && { dryRun: true }) }),
    );
    if (outcome.kind !== 'handled') throw new Error(JSON.stringify(outcome.errors));
    if (isDryRun) return;
    for (const [index, { id }] of outcome.result.matches.entries()) {
      const report = reports[index];
      if (id != null && report) this.#matches.push({ id, applicationId, report });
    }
  }

  async #void(number: number): Promise<void> {
    const match = this.#matches[number % this.#matches.length];
    if (match === undefined) return;
    const { id: matchId, applicationId } = match;
    const request = { applicationId, matchId, reason: 'Wrong court.' };
    // Sometimes the limit makes the void too large to be settled at once.
    const maxMatches = number % 3 === 0 ? 0 : 1_000;
    await voidMatch(this.#dependencies, request, { maxMatches });
  }

  async #answer({ report, player, response }: Extract<Happening, { kind: 'answer' }>) {
    const match = this.#matches[report % this.#matches.length];
    const players = match?.report.teams.flat() ?? [];
    const id = idOf(players[player % players.length] ?? 0);
    const { merged_into } = await this.#database
      .selectFrom('member')
      .select('merged_into')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (match === undefined) return;
    const answer = { memberId: merged_into ?? id, matchId: match.id };
    await answers[response](this.#dependencies, answer);
  }

  async #claim({ ghost, member }: { ghost: number; member: number }) {
    const claim = { ghost: idOf(ghost), member: idOf(member) };
    await mergeGhost(this.#dependencies, claim).catch((error: unknown) => {
      if (!(error instanceof MergeRefusedError)) throw error;
    });
  }

  async #settle({ chunks, isTakenOver }: Extract<Happening, { kind: 'settle' }>): Promise<void> {
    const leaveAfter = (count: number) => {
      const controller = new AbortController();
      let left = count;
      const onChunk = () => {
        left -= 1;
        if (left === 0) controller.abort();
        // Slower than the lease, so that another holder takes the settlement over.
        if (isTakenOver) this.#now += LONGER_THAN_A_LEASE;
      };
      return { signal: controller.signal, onProgress: onChunk, onDifferences: onChunk, sizes };
    };
    await Promise.all(
      (isTakenOver ? [chunks, 2 * chunks] : [chunks]).map(
        async (count) => await settleSport(this.#dependencies, 'pickleball', leaveAfter(count)),
      ),
    );
  }
}
