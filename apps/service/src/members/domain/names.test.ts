import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldShort, foldText, nameColumns, nameOrder, splitReferences } from './names.ts';

const zoe = { first_name: 'Zoë', last_name: 'Ångström-Ruiz', city: 'São Paulo' };

describe('the columns of a name', () => {
  it('contain the shown name, and the folded name, which is the same for every spelling', () => {
    expect(nameColumns(zoe)).toEqual({
      display_name: 'Zoë Å.',
      name_folded: 'zoe angstrom ruiz',
      name_order: 'a zoe',
      city_folded: 'sao paulo',
    });
    expect(nameColumns({ ...zoe, city: null }).city_folded).toBeNull();
  });

  it('order a list only by the shown part of the name', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        const orders = [one, other].map((rest) => nameOrder({ ...zoe, last_name: `B${rest}` }));
        expect(new Set(orders)).toEqual(new Set(['b zoe']));
      }),
    );
  });

  it('contain two names of a hundred letters each, and only the beginning of a name that folding makes longer', () => {
    const long = { first_name: 'a'.repeat(100), last_name: 'b'.repeat(100), city: null };
    expect(nameColumns(long).name_folded).toBe(`${long.first_name} ${long.last_name}`);
    // One character that folds to 15 letters and three spaces.
    const hostile = '\ufdfa'.repeat(100);
    const columns = nameColumns({ first_name: hostile, last_name: hostile, city: hostile });
    expect(columns.name_folded).toHaveLength(300);
    expect(columns.city_folded).toHaveLength(300);
    expect(columns.name_order).toHaveLength(60);
  });

  it('are never cut within a character, and end with a visible one', () => {
    expect(foldShort('𠮷'.repeat(301))).toBe('𠮷'.repeat(300));
    expect(foldShort(`${'a'.repeat(299)} b`)).toBe('a'.repeat(299));
  });
});

describe('foldText', () => {
  testRows([
    ['MIKE', 'mike'],
    ['José Núñez', 'jose nunez'],
    ["O'Brien", 'obrien'],
    ['O’Brien', 'obrien'],
    ['Anne-Marie', 'anne marie'],
    ['Anne – Marie', 'anne marie'],
    ['Łukasz Sørensen', 'lukasz sorensen'],
    ['Großmann', 'grossmann'],
    ['İpek', 'ipek'],
    ['Işık', 'isik'],
    ['Þórður Guðmundsson', 'thordur gudmundsson'],
    ['Đorđe', 'dorde'],
    ['Ærø Cœur', 'aero coeur'],
    ['Ħamrun Ŧ', 'hamrun t'],
    ['Anne\u3000 \tMarie', 'anne marie'],
    ['Anne -, - Marie', 'anne marie'],
    [' – Anne - ', 'anne'],
    ['St. John,  Jr.', 'st john jr'],
    ['Ｆｕｌｌ', 'full'],
    ['山田 太郎', '山田 太郎'],
    ['مُحَمَّد', 'محمد'],
    ['שָׁלוֹם', 'שלום'],
    ['Ёлкин', 'елкин'],
    ['100%_\\', '100'],
    ['%_', ''],
    ['', ''],
  ])('folds case, accents and characters', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  testRows([
    ['राम', 'रीमा'],
    ['মিতা', 'মতি'],
    ['பிரியா', 'பரய'],
    ['มานี', 'มีนา'],
    ['かわばた', 'がわはた'],
    ['ပြုံး', 'ပြီး'],
  ])('keeps names apart that differ in a vowel sign or a mark of kana', (one, other) => {
    expect(foldText(one)).not.toBe(foldText(other));
    expect(foldText(one).normalize('NFC')).toBe(one.normalize('NFC'));
  });

  it('changes nothing when applied twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
    );
  });

  it('treats composed and decomposed forms as the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldText(text.normalize('NFD'))).toBe(foldText(text.normalize('NFC')));
      }),
    );
  });
});

it('separates ids from member numbers and leaves each as sent', () => {
  const id = 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0';
  expect(splitReferences([id, '10482'])).toEqual({ ids: [id], numbers: ['10482'] });
});

testRows([
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
])('a text without the form of a reference names nobody', (reference) => {
  expect(splitReferences([reference])).toEqual({ ids: [], numbers: [] });
});
