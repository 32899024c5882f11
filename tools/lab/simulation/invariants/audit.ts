import { expectThat } from '../finding.ts';
import type { World } from '../world/world.ts';

/**
 * The audit lists what operators did on pages: under their names, as many times as it was done, and
 * nothing else.
 */
export async function expectActsAudited({ direct, model }: World): Promise<void> {
  const entries = await direct
    .selectFrom('audit_entry')
    .select(({ fn }) => ['operator', 'action', fn.countAll<number>().as('count')])
    .where('operator', 'is not', null)
    // Anybody may try to log in.
    .where('action', 'not in', ['log_in.refused', 'second_factor.refused'])
    .groupBy(['operator', 'action'])
    .execute();
  const audited = new Map(
    entries.map(({ operator, action, count }) => [`${operator} ${action}`, Number(count)]),
  );
  const acts = Map.groupBy(model.acts, ({ operator, action }) => `${operator} ${action}`);
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  for (const [act, done] of acts) {
    const count = audited.get(act) ?? 0;
    const atLeast = sum(done.map((one) => one.atLeast));
    const atMost = sum(done.map((one) => one.atMost));
    expectThat(
      count >= atLeast && count <= atMost,
      () => `${act} was done ${atLeast} times, but is in the audit ${count} times.`,
    );
  }
  // A consequence of an action, such as the end of a connection, has its own name.
  const actions = new Set<string>(model.acts.map(({ action }) => action));
  const other = entries.find(
    ({ operator, action }) => actions.has(action) && !acts.has(`${operator} ${action}`),
  );
  expectThat(
    other === undefined,
    () => `The audit says ${other?.action} of ${other?.operator}, who did not do it.`,
  );
}
