import { defineRouteMiddleware, type StarlightRouteData } from '@astrojs/starlight/route-data';

type Entry = StarlightRouteData['sidebar'][number];

/** The parts of the site whose pages have a menu that only their own readers need. */
const AREAS = ['SDK', 'Error pages', 'Changelog'];

const NEIGHBOURS = 6;

/**
 * Shows the menu of the part that the reader is in, and a link to the first page of each other part: a page with the
 * three hundred links of the SDK would be three times as large, and the installed service 20 MB larger.
 */
export const onRequest = defineRouteMiddleware(({ locals }) => {
  const { starlightRoute } = locals;
  const isInArea = starlightRoute.sidebar.some((entry) => isArea(entry) && hasCurrent(entry));
  starlightRoute.sidebar = starlightRoute.sidebar.map((entry) =>
    isInArea || isArea(entry) ? shortened(entry) : entry,
  );
});

/** Shows a group without the current page as a link, and of a long group only the entries next to the current page. */
function shortened(entry: Entry): Entry {
  const [first, second] = linksIn(entry);
  if (entry.type === 'link' || first === undefined) return entry;
  if (second === undefined && first.label === entry.label) return first;
  if (!hasCurrent(entry)) return { ...first, label: entry.label };
  const from = Math.max(0, entry.entries.findIndex(hasCurrent) - NEIGHBOURS);
  const entries = entry.entries.every(({ type }) => type === 'link')
    ? entry.entries.slice(from, from + 2 * NEIGHBOURS)
    : entry.entries.map(shortened);
  return { ...entry, entries };
}

function isArea(entry: Entry): boolean {
  return entry.type === 'group' && AREAS.includes(entry.label);
}

function hasCurrent(entry: Entry): boolean {
  return linksIn(entry).some(({ isCurrent }) => isCurrent);
}

function linksIn(entry: Entry): Extract<Entry, { type: 'link' }>[] {
  return entry.type === 'link' ? [entry] : entry.entries.flatMap(linksIn);
}
