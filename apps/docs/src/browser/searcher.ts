import MiniSearch from 'minisearch';
import { type Section, searchOptions } from '../search/search-options.ts';

export interface SearchHit {
  address: string;
  title: string;
  page: string;
  area: string;
}

/** What finds sections, the best first. */
export type Searcher = (query: string) => SearchHit[];

/** Loads the index that was built with the site. */
export async function loadSearcher(address: string): Promise<Searcher> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The index answers ${answer.status}.`);
  const index = MiniSearch.loadJSON<Section>(await answer.text(), searchOptions);
  return (query) =>
    index
      .search(query)
      .map(({ id, title, page, area }) => ({ address: id, title, page, area }) as SearchHit);
}
