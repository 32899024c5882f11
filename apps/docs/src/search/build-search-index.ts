import MiniSearch from 'minisearch';
import { type Section, searchOptions } from './search-options.ts';

/** A page as it is searched. */
export interface SearchedPage {
  address: string;
  title: string;
  area: string;
  html: string;
  /** Whether its sections are found by themselves. */
  isSectioned: boolean;
}

/** The index that the pages search in, as JSON. */
export function buildSearchIndex(pages: SearchedPage[]): string {
  const index = new MiniSearch<Section>(searchOptions);
  index.addAll(pages.flatMap(sectionsOf));
  return JSON.stringify(index);
}

/** The beginning of a page and, where it is read as a whole, each of its sections. */
function sectionsOf({ address, title, area, html, isSectioned }: SearchedPage): Section[] {
  const parts = isSectioned ? html.split(/(?=<h[23] id=")/) : [html];
  return parts.map((part) => {
    const [, anchor, heading = ''] = /^<h[23] id="([^"]+)">(.*?)<\/h[23]>/s.exec(part) ?? [];
    return {
      id: anchor === undefined ? address : `${address}#${anchor}`,
      page: title,
      title: anchor === undefined ? title : textOf(heading),
      area,
      text: textOf(part),
    };
  });
}

/** Without programs in Python: each stands beside the same in TypeScript, so that its words would count twice. */
function textOf(html: string): string {
  return html
    .replace(/<div class="code" data-language="python">[\s\S]*?<\/div>/g, '')
    .replace(/<a class="anchor"[\s\S]*?<\/a>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}
