import { noon } from '../../testing/builders.ts';
import type { ClaimOptions } from '../dispatch/store/claim.ts';
import { after } from './fixtures.ts';

/** How another instance claims at noon, with nothing under way. */
export const claiming: ClaimOptions = {
  now: noon,
  leasedUntil: after(30),
  limit: 32,
  limitPerEndpoint: 8,
  limitPerFailingEndpoint: 1,
  limitFailing: 8,
  inFlight: new Map(),
};
