import type { DemonstrationFacts } from '@partner-rating/service/src/console/demonstration/facts.ts';
import { batchOf, matchOf } from '@partner-rating/service/src/matches/testing/batches.ts';
import { sendAtRate } from '../measure/open-loop.ts';

const REQUESTS_PER_SECOND = Number(process.env.DRILL_REQUESTS_PER_SECOND ?? 20);

/** What came of a load. */
export interface LoadResult {
  requests: number;
  /** The requests without a 200, and the reads that were older than a write before them. */
  errors: string[];
  latencies: number[];
}

/** Sends one write for nine reads. After each write, a read of the same caller checks that it sees the write. */
export class MixedLoad {
  readonly #facts: DemonstrationFacts;
  readonly #headers: Record<string, string>;
  readonly #runId = Date.now();
  #written = 0;

  constructor(facts: DemonstrationFacts) {
    this.#facts = facts;
    this.#headers = { 'x-api-key': facts.apiKey, 'content-type': 'application/json' };
  }

  async run(seconds: number): Promise<LoadResult> {
    const result: LoadResult = { requests: 0, errors: [], latencies: [] };
    await sendAtRate({
      requestsPerSecond: REQUESTS_PER_SECOND,
      seconds,
      send: (index) => this.#send(index),
      onEnd: ({ latencyMilliseconds, error }) => {
        result.requests += 1;
        result.latencies.push(latencyMilliseconds);
        if (error !== null) result.errors.push(String(error));
      },
    });
    return result;
  }

  async #send(index: number): Promise<void> {
    const { member, otherMembers } = this.#facts;
    const { id } = otherMembers[index % otherMembers.length] ?? member;
    const reads = [
      `/partner/member?memberId=${member.id}`,
      '/leaderboard?sport=pickleball&limit=20',
      '/partner/search?name=an&limit=20',
      `/partner/member?memberId=${id}`,
      '/partner/matches?limit=20',
      '/partner/rating-updates?limit=20',
      `/partner/members?ids=${member.id},${id}`,
      `/partner/member?memberId=${id}`,
      '/leaderboard?sport=pickleball&limit=20&offset=40',
    ];
    const path = reads[index % (reads.length + 1)];
    if (path === undefined) await this.#writeAndRead();
    else await this.#request(path);
  }

  async #writeAndRead(): Promise<void> {
    this.#written += 1;
    const { otherMembers } = this.#facts;
    const [one, other] = [0, 1].map(
      (player) => otherMembers[(this.#written * 2 + player) % otherMembers.length],
    );
    if (one === undefined || other === undefined) throw new Error('The club has too few players.');
    const identifier = `replicas-${this.#runId}-${this.#written}`;
    const games = [{ scores: [11 + this.#written, 9 + this.#written] }];
    const matchDate = new Date().toISOString();
    const batch = batchOf([matchOf(identifier, [[one], [other]], { games })], { matchDate });
    await this.#request('/partner/matches', { method: 'POST', body: JSON.stringify(batch) });
    const text = await this.#request(`/partner/matches?identifier=${identifier}`);
    if (!text.includes(identifier)) throw new Error(`A read after ${identifier} did not see it.`);
  }

  async #request(path: string, init: RequestInit = {}): Promise<string> {
    const response = await fetch(`${this.#facts.baseUrl}${path}`, {
      ...init,
      headers: this.#headers,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text;
  }
}
