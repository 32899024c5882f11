import { setTimeout as sleep } from 'node:timers/promises';
import type { DemonstrationFacts } from '@partner-rating/service/src/console/demonstration/facts.ts';
import { batchOf, matchOf, onDay } from '@partner-rating/service/src/matches/testing/batches.ts';
import pLimit from 'p-limit';

const MATCHES_OF_A_BATCH = 2;
const PLAYERS_OF_A_MATCH = 4;
const WIN_SCORES = 800;
const REPEATS_AT_A_TIME = 8;
const REPEAT_MILLISECONDS = 500;

/** A batch of matches that was sent. */
export interface Submission {
  identifiers: readonly string[];
  /** The ids of all players. */
  players: readonly string[];
  send: (baseUrl: string) => Promise<Response>;
  /** The match ids in the acknowledgement; null while there is none. */
  matchIds: readonly `mat_${string}`[] | null;
  /** Whether the latest request has ended without an acknowledgement. */
  isRefused: boolean;
}

/**
 * A mix of everyday requests to the instances of the service in turn: one of ten submits a batch of matches, and a third of
 * these matches were played weeks ago.
 */
export class Traffic {
  /** The number of responses by status. */
  readonly statuses = new Map<number | string, number>();
  readonly submissions: Submission[] = [];
  /** When each instance acknowledged its latest batch, by the clock of `performance`. */
  readonly acknowledgedAt: number[];
  readonly #facts: DemonstrationFacts;
  readonly #baseUrls: readonly string[];
  readonly #headers: Record<string, string>;
  readonly #runId = Date.now();
  #cursor = '';

  constructor(facts: DemonstrationFacts, baseUrls: readonly string[]) {
    this.#facts = facts;
    this.#baseUrls = baseUrls;
    this.acknowledgedAt = baseUrls.map(() => 0);
    this.#headers = { 'x-api-key': facts.apiKey, 'content-type': 'application/json' };
  }

  /** Sends the request with this index, and counts its status. */
  async send(index: number): Promise<void> {
    const { id } = this.#facts.member;
    const paths = [
      null,
      `/partner/member?memberId=${id}`,
      '/partner/usage',
      '/leaderboard?sport=pickleball',
      `/partner/member?memberId=${id}`,
      '/leaderboard/categories',
      `/partner/member?memberId=${id}`,
      `/partner/rating-updates?limit=20${this.#cursor === '' ? '' : `&cursor=${this.#cursor}`}`,
      '/partner/usage',
      '/partner/matches?limit=20',
    ];
    const path = paths[index % paths.length] ?? null;
    // Requests of one kind also go to each instance in turn.
    const instance = (index + Math.floor(index / paths.length)) % this.#baseUrls.length;
    if (path === null) await this.submit(this.#newSubmission(), instance);
    else await this.#read(`${this.#baseUrls[instance]}${path}`);
  }

  async #read(url: string): Promise<void> {
    const text = await this.#count(fetch(url, { headers: this.#headers }));
    if (text === null || !url.includes('/rating-updates')) return;
    // A partner reads each update once.
    this.#cursor = (JSON.parse(text) as { nextCursor: string | null }).nextCursor ?? this.#cursor;
  }

  /** Sends a batch, and stores what was acknowledged. */
  async submit(submission: Submission, instance: number): Promise<void> {
    submission.isRefused = false;
    const text = await this.#count(submission.send(this.#baseUrls[instance] ?? ''));
    submission.isRefused = text === null;
    if (text === null) return;
    const { matches } = JSON.parse(text) as {
      matches: { id: `mat_${string}` }[];
    };
    submission.matchIds = matches.map(({ id }) => id);
    this.acknowledgedAt[instance] = performance.now();
  }

  /** Submits refused batches again until each is acknowledged, as a partner does, with the same Idempotency-Key. */
  async repeatRefused(): Promise<void> {
    const limit = pLimit(REPEATS_AT_A_TIME);
    const refused = this.submissions.filter(({ isRefused }) => isRefused);
    await Promise.all(
      refused.map((submission, index) =>
        limit(async () => {
          for (;;) {
            await this.submit(submission, index % this.#baseUrls.length);
            if (submission.matchIds !== null) return;
            await sleep(REPEAT_MILLISECONDS);
          }
        }),
      ),
    );
  }

  /** Counts the status of a response. Returns its text, or null if it is not 200. */
  async #count(asked: Promise<Response>): Promise<string | null> {
    try {
      const response = await asked;
      const text = await response.text();
      this.countStatus(response.status);
      return response.status === 200 ? text : null;
    } catch (error) {
      this.countStatus(`no answer (${error instanceof Error ? error.message : error})`);
      return null;
    }
  }

  countStatus(status: number | string): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  #newSubmission(): Submission {
    const { otherMembers } = this.#facts;
    const number = this.submissions.length;
    const identifiers = Array.from(
      { length: MATCHES_OF_A_BATCH },
      (_, match) => `drill-${this.#runId}-${number}-${match}`,
    );
    const players: string[] = [];
    const matches = identifiers.map((identifier, match) => {
      const first = (number * MATCHES_OF_A_BATCH + match) * PLAYERS_OF_A_MATCH;
      const four = Array.from({ length: PLAYERS_OF_A_MATCH }, (_, player) => {
        const member = otherMembers[(first + player) % otherMembers.length];
        if (member === undefined) throw new Error('The demonstration has no players.');
        return member;
      });
      players.push(...four.map(({ id }) => id));
      // The same players never have the same score twice.
      const winScore = 100 + (number % WIN_SCORES);
      const games = [{ scores: [winScore, Math.floor(number / WIN_SCORES) % 99], winScore }];
      return matchOf(identifier, [four.slice(0, 2), four.slice(2)], { games });
    });
    const matchDate = number % 3 === 0 ? onDay(number % 60).matchDate : new Date().toISOString();
    const request = {
      method: 'POST',
      body: JSON.stringify(batchOf(matches, { matchDate, winBy: 1 })),
      headers: { ...this.#headers, 'idempotency-key': identifiers[0] ?? '' },
    };
    const submission: Submission = {
      identifiers,
      players: [...new Set(players)],
      send: (baseUrl) => fetch(`${baseUrl}/partner/matches`, request),
      matchIds: null,
      isRefused: false,
    };
    this.submissions.push(submission);
    return submission;
  }
}
