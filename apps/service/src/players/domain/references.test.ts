import { expect, it } from 'vitest';
import { splitReferences } from './references.ts';

it('separates ids from member numbers and leaves each as sent', () => {
  const id = 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0';
  expect(splitReferences([id, '10482'])).toEqual({ ids: [id], numbers: ['10482'] });
});

it.each([
  '',
  '0',
  '010482',
  '10482 ',
  '-1',
  '1e3',
  'mem_',
  'mem_01JQ8Z6V3MFB7S4D2K9C5X1HA0',
  'mem_01jq8z6v3mfb7s4d2k9c5x1ha00',
  'mem_81jq8z6v3mfb7s4d2k9c5x1ha0',
  'amem_01jq8z6v3mfb7s4d2k9c5x1ha0',
  '12345678901234567',
])('takes %j for nobody', (reference) => {
  expect(splitReferences([reference])).toEqual({ ids: [], numbers: [] });
});
