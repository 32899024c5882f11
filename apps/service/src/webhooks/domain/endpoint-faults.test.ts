import { contract } from '@partner-rating/spec/contract';
import { describe, expect, it } from 'vitest';
import { endpointFaults } from './endpoint-faults.ts';
import { EVENT_TYPES } from './event-types.ts';

const url = 'https://courtside.example/hooks';

describe('an endpoint that is asked for', () => {
  it('has no fault with every event of the contract, nor where it names none', () => {
    const events = contract.events().map(({ type }) => type);
    expect(EVENT_TYPES).toEqual(events);
    expect(endpointFaults({ url, events }, [])).toEqual([]);
    expect(endpointFaults({ url }, [])).toEqual([]);
  });

  it('has a fault for its address and for each event that there is not', () => {
    const faults = endpointFaults(
      { url: 'https://localhost/', events: ['rating.updated', 'rating.deleted', ''] },
      [],
    );
    expect(faults.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/url', 'address_not_public'],
      ['/events/1', 'unknown_event'],
      ['/events/2', 'unknown_event'],
    ]);
    for (const type of EVENT_TYPES) expect(faults[1]?.detail).toContain(type);
    expect(faults[1]?.detail).toContain('rating.updated, connection.created,');
  });

  it('may be private where the operator allows it', () => {
    expect(endpointFaults({ url: 'http://localhost:4020/' }, ['localhost:4020'])).toEqual([]);
  });
});
