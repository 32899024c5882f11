import { totalmem } from 'node:os';
import type { Benchmark } from './benchmark.ts';

// Separate imports, so that one benchmark can run without the others.
export const benchmarks = {
  reads: async () => (await import('./reads.ts')).benchmarkReads,
  search: async () => (await import('./search/search.ts')).benchmarkSearch,
  rank: async () => (await import('./rank.ts')).benchmarkRank,
  player: async () => (await import('./player.ts')).benchmarkPlayer,
  predictions: async () => (await import('./predictions.ts')).benchmarkPredictions,
  ingest: async () => (await import('./ingest/ingest.ts')).benchmarkIngest,
  traces: async () => (await import('./traces.ts')).benchmarkTraces,
  jit: async () => (await import('./jit.ts')).benchmarkJit,
  history: async () => (await import('./history/history.ts')).benchmarkHistory,
  settlement: async () => (await import('./settlement/settlement.ts')).benchmarkSettlement,
  dispatch: async () => (await import('./dispatch/dispatch.ts')).benchmarkDispatch,
  kernel: async () => (await import('./kernel/kernel.ts')).benchmarkKernel,
  fold: async () => (await import('./fold/fold.ts')).benchmarkFold,
  league: async () => (await import('./league.ts')).benchmarkLeague,
  soak: async () => (await import('./soak/soak.ts')).benchmarkSoak,
} satisfies Record<string, () => Promise<Benchmark>>;
export type BenchmarkName = keyof typeof benchmarks;
export const benchmarkNames = Object.keys(benchmarks) as BenchmarkName[];

/** The settings of the measured PostgreSQL: a quarter of the memory, as its manual recommends. Everything else has its default. */
export const serverSettings = {
  shared_buffers: `${Math.round(totalmem() / 4 / 2 ** 20)}MB`,
  effective_cache_size: `${Math.round(totalmem() / 2 / 2 ** 20)}MB`,
  max_wal_size: '8GB',
};
