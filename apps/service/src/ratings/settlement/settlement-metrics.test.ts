import { describe, expect, it, vi } from 'vitest';
import { createMetrics } from '../../platform/metrics/metrics.ts';
import { settleDue } from './settle-due.ts';
import { measureSettlement } from './settlement-metrics.ts';
import { openLateClub } from './testing/late-club.ts';

describe('metrics of settlement', () => {
  it('say how much is due, for how long, and how many matches were settled', async () => {
    const { database, dependencies, wait } = await openLateClub('postgres');
    const metrics = createMetrics({ debug: vi.fn(), error: vi.fn() });
    let settled = 0;
    measureSettlement(metrics, dependencies, { settled: () => settled });
    wait(90_000);
    expect(await metrics.read()).toMatch(/^partner_rating_settlement_due 1$/m);
    expect(await metrics.read()).toMatch(/^partner_rating_settlement_oldest_due_seconds 90$/m);
    expect(await metrics.read()).toMatch(/^partner_rating_settlement_matches_total 0$/m);

    const onProgress = (matches: number) => {
      settled += matches;
    };
    await settleDue({ ...dependencies, database }, { onProgress });
    const text = await metrics.read();
    expect(text).toMatch(/^partner_rating_settlement_due 0$/m);
    expect(text).toMatch(/^partner_rating_settlement_oldest_due_seconds 0$/m);
    expect(text).toMatch(/^partner_rating_settlement_matches_total 7$/m);
  });
});
