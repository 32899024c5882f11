import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import { type FailureLog, logFailure } from '../database/unreachable.ts';

/** The metrics of one instance. */
export interface Metrics {
  /** A registry of its own: the library's global one would be shared by two instances in one process. */
  registry: Registry;
  /** Runs this before each reading, for values that must be queried. It removes what it cannot refresh. */
  beforeReading: (refresh: () => Promise<void>) => void;
  /** Returns all metrics in the text format of Prometheus. */
  read: () => Promise<string>;
}

/**
 * Creates the metrics, with those of every process. Logs and omits what cannot be refreshed, so that the
 * other metrics remain visible during a failure.
 */
export function createMetrics(log: FailureLog): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const refreshes: (() => Promise<void>)[] = [];

  async function refreshOrLog(refresh: () => Promise<void>): Promise<void> {
    try {
      await refresh();
    } catch (error) {
      logFailure(log, { err: error }, 'Some metrics could not be collected.');
    }
  }

  return {
    registry,
    beforeReading: (refresh) => {
      refreshes.push(refresh);
    },
    read: async () => {
      await Promise.all(refreshes.map(refreshOrLog));
      return await registry.metrics();
    },
  };
}

/** Counts events in this process by a label. */
export interface LabeledCount<Label extends string = string> {
  add: (label: Label, amount?: number) => void;
  counts: () => ReadonlyMap<Label, number>;
}

/** Begins with every label at 0, so that a rate includes the first event of each label. */
export function createLabeledCount<Label extends string>(
  labels: readonly Label[],
): LabeledCount<Label> {
  const counts = new Map(labels.map((label) => [label, 0]));
  return {
    add: (label, amount = 1) => {
      counts.set(label, (counts.get(label) ?? 0) + amount);
    },
    counts: () => counts,
  };
}

/** Publishes a count as a counter. */
export function measureCount<Label extends string>(
  { registry }: Pick<Metrics, 'registry'>,
  { name, help, label }: { name: string; help: string; label: string },
  count: Pick<LabeledCount<Label>, 'counts'>,
): void {
  const counter = new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect: () => {
      counter.reset();
      for (const [value, amount] of count.counts()) counter.inc({ [label]: value }, amount);
    },
  });
}

export interface ServiceCounts {
  /** By outcome. */
  logIns: LabeledCount;
  /** By sport. */
  ratedMatches: LabeledCount;
}

/** Measures what the players and partners of this instance do. */
export function measureServiceCounts(
  metrics: Pick<Metrics, 'registry'>,
  { logIns, ratedMatches }: ServiceCounts,
): void {
  measureCount(
    metrics,
    {
      name: 'partner_rating_log_ins_total',
      help: 'Attempts of players to log in at this instance, by outcome.',
      label: 'outcome',
    },
    logIns,
  );
  measureCount(
    metrics,
    {
      name: 'partner_rating_matches_rated_total',
      help: 'Matches this instance has rated as they came in, by sport.',
      label: 'sport',
    },
    ratedMatches,
  );
}
