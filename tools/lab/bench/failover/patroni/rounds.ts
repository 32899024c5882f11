import { setTimeout as sleep } from 'node:timers/promises';
import type { Traffic } from '../traffic.ts';
import type { Cluster } from './cluster.ts';

/** How long the load runs before each kill, and after it until the node starts again. */
const STEADY_MILLISECONDS = 4_000;
const APART_MILLISECONDS = 2_000;

/** How long the drill waits for writes after a promotion, before it gives up. */
const MAX_WRITE_MILLISECONDS = 60_000;

/** What happened after one leader was killed, in seconds. */
export interface Round {
  killed: string;
  promoted: string;
  /** From the kill until another node accepted writes. */
  promotionSeconds: number;
  /** From then until each instance of the service had acknowledged a batch. */
  writeSeconds: number;
  /** From the restart of the killed node until the cluster was complete again. */
  returnSeconds: number;
  /** The requests that were refused with 503. */
  refused: number;
}

/** Kills the leader under load, and starts it again when another node has replaced it. */
export async function killLeader(cluster: Cluster, traffic: Traffic): Promise<Round> {
  await sleep(STEADY_MILLISECONDS);
  const old = await cluster.leader();
  const refusedBefore = traffic.statuses.get(503) ?? 0;
  const promotion = cluster.promotion(old);
  const killedAt = performance.now();
  await old.kill();
  const promoted = await promotion;
  const promotedAt = performance.now();
  const writesAt = await firstWrites(traffic, promotedAt);
  await sleep(APART_MILLISECONDS);
  const startedAt = performance.now();
  await old.start();
  await cluster.healthy();
  const returnedAt = performance.now();
  await traffic.repeatRefused();
  const seconds = (from: number, to: number) => (to - from) / 1_000;
  return {
    killed: old.name,
    promoted: promoted.name,
    promotionSeconds: seconds(killedAt, promotedAt),
    writeSeconds: seconds(promotedAt, writesAt),
    returnSeconds: seconds(startedAt, returnedAt),
    refused: (traffic.statuses.get(503) ?? 0) - refusedBefore,
  };
}

/** Returns when each instance has acknowledged a batch after this moment. */
async function firstWrites({ acknowledgedAt }: Traffic, since: number): Promise<number> {
  while (acknowledgedAt.some((at) => at <= since)) {
    if (performance.now() - since > MAX_WRITE_MILLISECONDS) return Number.POSITIVE_INFINITY;
    await sleep(5);
  }
  return performance.now();
}
