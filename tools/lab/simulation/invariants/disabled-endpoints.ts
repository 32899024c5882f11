import type { World } from '../world/world.ts';

/**
 * Returns whether the service disabled the endpoint between `setAt`, when the partner last changed the endpoint, and `at`.
 */
export type WasDisabled = (endpointId: string, setAt: number, at: number) => boolean;

/**
 * Reads which endpoints failed for so long that the service disabled them. They receive nothing
 * until the partner changes them.
 */
export async function findDisablings({ direct }: World): Promise<WasDisabled> {
  const disablings = await direct
    .selectFrom('audit_entry')
    .select(['details', 'occurred_at'])
    .where('action', '=', 'webhook.disabled')
    .execute();
  return (endpointId, setAt, at) =>
    disablings.some(({ details, occurred_at }) => {
      const disabledAt = occurred_at.getTime();
      return details?.endpointId === endpointId && setAt <= disabledAt && disabledAt <= at;
    });
}
