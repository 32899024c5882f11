import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldShort, nameColumns, nameOrder } from './name-columns.ts';

const zoe = { first_name: 'Zoë', last_name: 'Ångström-Ruiz', city: 'São Paulo' };

describe('the columns of a name', () => {
  it('show it, and find it however it is spelt', () => {
    expect(nameColumns(zoe)).toEqual({
      display_name: 'Zoë Å.',
      name_folded: 'zoe angstrom ruiz',
      name_order: 'a zoe',
      city_folded: 'sao paulo',
    });
    expect(nameColumns({ ...zoe, city: null }).city_folded).toBeNull();
  });

  it('order a list by no more of the name than it shows', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        const orders = [one, other].map((rest) => nameOrder({ ...zoe, last_name: `B${rest}` }));
        expect(new Set(orders)).toEqual(new Set(['b zoe']));
      }),
    );
  });

  it('hold two names of a hundred letters each, and of a name that grows in folding its beginning', () => {
    const long = { first_name: 'a'.repeat(100), last_name: 'b'.repeat(100), city: null };
    expect(nameColumns(long).name_folded).toBe(`${long.first_name} ${long.last_name}`);
    // One character that folds to 15 letters and three spaces.
    const hostile = '\ufdfa'.repeat(100);
    const columns = nameColumns({ first_name: hostile, last_name: hostile, city: hostile });
    expect(columns.name_folded).toHaveLength(300);
    expect(columns.city_folded).toHaveLength(300);
    expect(columns.name_order).toHaveLength(60);
  });

  it('are never cut within a character, and end with none that is not seen', () => {
    expect(foldShort('𠮷'.repeat(301))).toBe('𠮷'.repeat(300));
    expect(foldShort(`${'a'.repeat(299)} b`)).toBe('a'.repeat(299));
  });
});
