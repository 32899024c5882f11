import { Counter } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** Counts what happens in this process, by a label of a closed set. */
export interface LabeledCount<Label extends string = string> {
  add: (label: Label, amount?: number) => void;
  counts: () => ReadonlyMap<Label, number>;
}

/** Begins with every label at 0, so that a rate sees the first of each. */
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

/** Has a count read as a counter. */
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
