import { type Random, seededRandom } from '@partner-rating/service/src/platform/random.ts';
import { Pool } from 'undici';
import { AFTERWARDS, batchOn, doubles } from './played-sport.ts';

export interface LiveTrafficOptions {
  port: number;
  apiKey: string;
  players: readonly { id: string }[];
  /** The number of matches in each batch. */
  matches: number;
  /** The number of batches that are sent at the same time. */
  lanes: number;
}

/** The times of batches during some other work. */
export interface Measured {
  /** For each batch, the time from the request to the answer, in milliseconds. */
  waits: number[];
  batchesASecond: number;
}

interface Lane {
  players: readonly { id: string }[];
  random: Random;
  playedAt: number;
}

const MATCH_MILLISECONDS = 60_000;

/**
 * Sends batches of matches that were just played. Each lane sends its next batch after the answer to the previous one, and has
 * its own players, so that no match is late.
 */
export class LiveTraffic {
  readonly #options: LiveTrafficOptions;
  readonly #pool: Pool;
  readonly #lanes: Lane[];

  constructor(options: LiveTrafficOptions) {
    const { lanes, players, port } = options;
    this.#options = options;
    this.#pool = new Pool(`http://127.0.0.1:${port}`, { connections: lanes });
    this.#lanes = Array.from({ length: lanes }, (_, lane) => ({
      players: players.filter((_, index) => index % lanes === lane),
      random: seededRandom(lane + 1),
      playedAt: AFTERWARDS.getTime(),
    }));
  }

  /** Sends batches until the work has ended. */
  async during(work: () => Promise<unknown>): Promise<Measured> {
    const waits: number[] = [];
    let isOver = false;
    const run = async (lane: Lane) => {
      while (!isOver) waits.push(await this.#send(lane));
    };
    const start = performance.now();
    const running = this.#lanes.map(run);
    try {
      await work();
    } finally {
      isOver = true;
    }
    await Promise.all(running);
    const seconds = (performance.now() - start) / 1_000;
    return { waits, batchesASecond: waits.length / seconds };
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  async #send(lane: Lane): Promise<number> {
    const { matches, apiKey } = this.#options;
    lane.playedAt += MATCH_MILLISECONDS;
    const body = batchOn(new Date(lane.playedAt), doubles(lane.random, lane.players, matches));
    const start = performance.now();
    await post(this.#pool, { path: '/api/v1/partner/matches', apiKey, body });
    return performance.now() - start;
  }
}

/** @throws Error with the answer, unless it is a success. */
export async function post(
  pool: Pool,
  { path, apiKey, body }: { path: string; apiKey: string; body: object },
): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-api-key': apiKey };
  const sent = { path, method: 'POST', headers, body: JSON.stringify(body) } as const;
  const answer = await pool.request(sent);
  const text = await answer.body.text();
  if (answer.statusCode !== 200)
    throw new Error(`${path} was answered ${answer.statusCode} ${text}`);
}
