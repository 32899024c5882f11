import type { Options } from 'minisearch';

/** What a search finds: a page or a section of one. */
export interface Section {
  /** Its address. */
  id: string;
  /** The title of the page. */
  page: string;
  /** What names it: the title at the beginning of a page, the heading of a section. */
  title: string;
  area: string;
  text: string;
}

/** Building the index and searching in it must agree on these. */
export const searchOptions: Options<Section> = {
  fields: ['title', 'text'],
  storeFields: ['title', 'page', 'area'],
  // Words and names: `matches.submit` is found by itself and by either half.
  tokenize: (text) =>
    text
      .split(/[^\p{Letter}\p{Number}_.:-]+/u)
      .flatMap((word) => [word, ...(/[._:-]/.test(word) ? word.split(/[._:-]+/) : [])])
      .filter((word) => word !== ''),
  // One and several are looked for alike: `webhook` finds what `webhooks` does.
  processTerm: (word) => word.toLowerCase().replace(/(?<=\w{3})s$/, ''),
  searchOptions: {
    boost: { title: 5 },
    // Who writes a name out in full means what has it.
    boostTerm: (term) => (/[._]/.test(term) ? 4 : 1),
    // The guide on something comes before its operations, and these before the names of types.
    boostDocument: (_id, _term, stored) => {
      if (stored?.area === 'SDK') return 0.5;
      // One page of everything: whatever is looked for, there is a better place.
      if (stored?.area === 'Changelog') return 0.02;
      return stored?.area === 'Guides' && stored.title === stored.page ? 2 : 1;
    },
    prefix: true,
    fuzzy: 0.15,
    combineWith: 'AND',
  },
};
