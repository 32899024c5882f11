import type { FaultItem, Schemas } from '@partner-rating/server';
import { judgeAddress } from './endpoint-address.ts';
import { eventFaults } from './event-faults.ts';

/** What is wrong with an endpoint as a partner asks for it, beside its form. */
export function endpointFaults(
  { url, events }: Schemas.WebhookEndpointInput,
  privateTargets: readonly string[],
): FaultItem[] {
  const address = judgeAddress(url, privateTargets);
  return [
    ...('fault' in address ? [{ pointer: '/url', ...address.fault }] : []),
    ...eventFaults(events),
  ];
}
