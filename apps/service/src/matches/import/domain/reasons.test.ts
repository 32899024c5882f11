import { contract } from '@partner-rating/spec/contract';
import { expect, it } from 'vitest';
import { type Reason, surest } from './participant.ts';

const { reason } = contract.schemas.ParticipantMatch?.properties ?? {};
const { 'x-extensible-enum': reasons } = reason as { 'x-extensible-enum': Reason[] };

it('of two reasons the surer is given, in the order in which the contract lists them', () => {
  expect(reasons.length).toBeGreaterThan(5);
  for (const [index, one] of reasons.entries()) {
    for (const [position, other] of reasons.entries()) {
      expect(surest(one, other)).toBe(reasons[Math.min(index, position)]);
    }
  }
});
