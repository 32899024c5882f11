import { Counter } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** Counts what happens in this process, by a label of a closed set. */
export interface Tally<Label extends string = string> {
  add: (label: Label, amount?: number) => void;
  counts: () => ReadonlyMap<Label, number>;
}

/** Begins with every label at 0, so that a rate sees the first of each. */
export function createTally<Label extends string>(labels: readonly Label[]): Tally<Label> {
  const counts = new Map(labels.map((label) => [label, 0]));
  return {
    add: (label, amount = 1) => {
      counts.set(label, (counts.get(label) ?? 0) + amount);
    },
    counts: () => counts,
  };
}

/** Has a tally read as a counter. */
export function measureTally<Label extends string>(
  { registry }: Pick<Metrics, 'registry'>,
  { name, help, label }: { name: string; help: string; label: string },
  tally: Pick<Tally<Label>, 'counts'>,
): void {
  const counter = new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect: () => {
      counter.reset();
      for (const [value, count] of tally.counts()) counter.inc({ [label]: value }, count);
    },
  });
}
