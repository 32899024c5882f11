import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from './folded-text.ts';

describe('foldText', () => {
  it.each([
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
    ['100%_\\', '100'],
    ['%_', ''],
    ['', ''],
  ])('makes of %j %j', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('changes nothing a second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
    );
  });

  it('takes composed and decomposed forms as the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldText(text.normalize('NFD'))).toBe(foldText(text.normalize('NFC')));
      }),
    );
  });
});
