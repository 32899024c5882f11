import { defineRouteMiddleware } from '@astrojs/starlight/route-data';

type Sidebar = Parameters<
  Parameters<typeof defineRouteMiddleware>[0]
>[0]['locals']['starlightRoute']['sidebar'];
type Entry = Sidebar[number];

/** The parts of the site whose pages have a menu that only their own readers need. */
const AREAS = ['SDK', 'Error pages', 'Changelog'];

const NEIGHBOURS = 6;

/**
 * Shows the menu of the part that the reader is in, and a link to the first page of each other part: a page with the
 * three hundred links of the SDK would be three times as large.
 */
export const onRequest = defineRouteMiddleware(({ locals }) => {
  const { starlightRoute } = locals;
  starlightRoute.sidebar = starlightRoute.sidebar.map((entry) => {
    const isArea = entry.type === 'group' && AREAS.includes(entry.label);
    const [first] = isArea ? linksIn(entry) : [];
    if (first === undefined) return entry;
    if (hasCurrent(entry)) return shortened(entry);
    return { ...first, label: entry.label };
  });
});

/** Shows of a long group only what is next to the current page: the first page of the area lists everything. */
function shortened(entry: Entry): Entry {
  if (entry.type === 'link') return entry;
  const from = Math.max(0, entry.entries.findIndex(hasCurrent) - NEIGHBOURS);
  const entries = entry.entries.every(({ type }) => type === 'link')
    ? entry.entries.slice(from, from + 2 * NEIGHBOURS)
    : entry.entries.map(shortened);
  return { ...entry, entries };
}

function hasCurrent(entry: Entry): boolean {
  return linksIn(entry).some(({ isCurrent }) => isCurrent);
}

function linksIn(entry: Entry): Extract<Entry, { type: 'link' }>[] {
  return entry.type === 'link' ? [entry] : entry.entries.flatMap(linksIn);
}
