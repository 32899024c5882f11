import type { World } from '../world/world.ts';

/**
 * Whether the service had disabled an endpoint at that time since its last change by the partner.
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
