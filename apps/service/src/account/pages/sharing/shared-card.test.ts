import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../../../platform/configuration/configuration.ts';
import { withIdentity } from '../../../platform/pages/identity.ts';
import { pictureOf } from './public-page.ts';
import type { SharedPlayer } from './read-shared.ts';
import { describeShared, layOutShared } from './shared-card.ts';

const nobody: SharedPlayer = { name: 'Mike B.', location: null, sports: [], isListed: false };

const pickleball: SharedPlayer['sports'][number] = {
  ...{ code: 'pickleball', name: 'Pickleball', percentile: 'Top 10%', rating: null, form: [] },
  ranks: [
    { rank: '3rd of 20', position: '3rd', total: '20', where: 'Austin', isEverywhere: false },
    {
      rank: '12th of 214',
      position: '12th',
      total: '214',
      where: 'Everywhere',
      isEverywhere: true,
    },
  ],
  facts: [
    { kind: 'peak', label: 'Peak, 1 January 2026', value: '4.321' },
    { kind: 'record', label: 'Wins and losses', value: '12 won, 3 lost' },
    { kind: 'streak', label: 'Now', value: '1 win in a row' },
    { kind: 'streak', label: 'Longest winning streak', value: '4 wins' },
  ],
  history: null,
};

describe('the preview of a share page on other sites', () => {
  testRows<[SharedPlayer, string]>([
    [nobody, 'Mike B. plays with Partner Rating.'],
    [{ ...nobody, location: 'Austin' }, 'Mike B. from Austin plays with Partner Rating.'],
    [
      { ...nobody, sports: [pickleball] },
      'Mike B. on Partner Rating. Pickleball: 12th of 214 players, peak 4.321, 12 won, 3 lost.',
    ],
    [
      { ...nobody, sports: [{ ...pickleball, ranks: [], facts: [] }] },
      'Mike B. on Partner Rating. Pickleball: a chart of the rating.',
    ],
  ])('describes what the player shows', (player, words) => {
    expect(describeShared(player)).toBe(words);
  });
});

describe('the picture of a share page', () => {
  testRows([
    ['Lone Star Ratings', 'Lone Star Ratings'],
    ['ชมรมเทนนิส', undefined],
  ])('names the service, if the fonts have its letters', (SERVICE_NAME, drawn) => {
    const picture = withIdentity(readConfiguration({ SERVICE_NAME }), () => layOutShared(nobody));
    expect(picture.service?.text).toBe(drawn);
  });

  const nameOf = (name: string) => layOutShared({ ...nobody, name }).name;

  testRows([
    ['Mike B.', { text: 'Mike B.', size: 72 }],
    ['محمد ا.', { text: '\u2067محمد ا.\u2069', size: 72 }],
    ['王小明', { text: '王小明', size: 72 }],
    [
      'Wolfeschlegelsteinhausenbergerdorff',
      { text: 'Wolfeschlegelsteinhausenbergerdorff', size: 47 },
    ],
    [`${'Wolfe'.repeat(11)} W.`, { text: `${'Wolfe'.repeat(10)}Wolf…`, size: 30 }],
    // No font has these.
    ['สมชาย', { text: 'A player', size: 72 }],
    ['😀', { text: 'A player', size: 72 }],
  ] as const)('fits the name on its line', (name, drawn) => {
    expect(nameOf(name)).toEqual(drawn);
  });

  it('isolates each part of a location from the others', () => {
    const { location } = layOutShared({ ...nobody, location: 'الرياض, Saudi Arabia' });
    expect(location?.text).toBe('\u2067الرياض\u2069, Saudi Arabia');
  });

  it('shows the first sport, and names the others', () => {
    const rating = { rating: '3.512' } as never;
    const sports = [pickleball, { ...pickleball, name: 'Padel', rating }];
    const { sport, others } = layOutShared({ ...nobody, sports });
    expect(sport?.facts.map(({ value }) => value)).toEqual(['12th', '4.321', '12 won, 3 lost']);
    expect(others?.text).toBe('Padel 3.512');
  });

  it('keeps its structure with any text', () => {
    const tagsOf = (text: string) =>
      pictureOf({ ...nobody, name: `x${text}`, location: `x${text}`, sports: [pickleball] }).match(
        /<[a-z/!][^>]*>/gi,
      )?.length;
    const harmless = tagsOf('');
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'<>"\'&/=! -ax') }), (text) => {
        expect(tagsOf(text)).toBe(harmless);
      }),
    );
  });
});
