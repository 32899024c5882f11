import {
  type ErrorItemCode,
  type Handler,
  ProblemError,
  RenderedJson,
  type Schemas,
} from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { toDay } from '../../ratings/domain/player.ts';
import { renameSearch } from '../search/domain/other-names.ts';
import { decodeSearchCursor, encodeSearchCursor } from '../search/domain/search-cursor.ts';
import { readSearch, type Search, withDefaultSport } from '../search/domain/search-query.ts';
import { findPlayers } from '../search/find-players.ts';
import type { SearchPosition } from '../search/store/search-conditions.ts';
import { findLastPlayed } from '../search/store/search-pages.ts';
import { findCards, findHiddenPlayers } from '../store/cards.ts';

export function search({
  database,
  clock,
  configuration,
}: Dependencies): Handler<'members.search', Caller> {
  return async ({ query }, { principal }) => {
    const { search: asked, sports } = readQuery(query, configuration.defaultSport);
    const { applicationId } = principal;
    const search = await withHidden(database, applicationId, asked);
    const { limit, offset = 0 } = query;
    const now = clock();
    const after = await readPosition(database, { search, applicationId, query });
    // One player more than the limit means that there is another page.
    const found = await findPlayers(database, {
      search,
      applicationId,
      range: { after, offset, limit: limit + 1 },
      today: toDay(now),
    });
    const shown = found.slice(0, limit);
    const cards = await findCards(database, {
      applicationId,
      memberIds: shown.map((player) => player.id),
      sports,
      now,
    });
    const last = found.length > limit ? shown.at(-1) : undefined;
    const nextCursor = last === undefined ? null : encodeSearchCursor(search, last);
    return { status: 200, body: page(shown, cards, nextCursor) };
  };
}

/** Returns the search of a request, under whichever names of parameters, and the sports that the cards show. */
function readQuery(
  sent: Parameters<typeof renameSearch>[0],
  defaultSport: string,
): { search: Search; sports: string[] | null } {
  const { query: renamed, sentAs, errors: ofNames, fitsNobody } = renameSearch(sent);
  const query = withDefaultSport(renamed, defaultSport);
  const reading = readSearch(query);
  const errors = [...ofNames, ...(reading.kind === 'invalid' ? reading.errors : [])];
  if (reading.kind === 'search' && errors.length === 0) {
    const { search } = reading;
    const isOfNobody = fitsNobody || search.fitsNobody;
    return { search: { ...search, fitsNobody: isOfNobody }, sports: query.sport ?? null };
  }
  throw new ProblemError('validation_failed', {
    errors: errors.map((error) => {
      const name = error.pointer.replace('/query/', '');
      return { ...error, pointer: `/query/${sentAs.get(name) ?? name}` };
    }),
  });
}

/** Excludes players whose ratings are hidden, if the search uses ratings. */
async function withHidden(
  database: Database,
  applicationId: string,
  search: Search,
): Promise<Search> {
  if (search.filter.sports === null) return search;
  const hidden = await findHiddenPlayers(database, applicationId);
  return { ...search, filter: { ...search.filter, hidden } };
}

function page(
  players: readonly { id: string }[],
  cards: readonly { id: string; json: string }[],
  nextCursor: string | null,
): RenderedJson<Schemas.MemberSearchPage> {
  const texts = new Map(cards.map(({ id, json }) => [id, json]));
  const inOrder = players.flatMap(({ id }) => texts.get(id) ?? []);
  return new RenderedJson(
    `{"players":[${inOrder.join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}`,
  );
}

interface PositionQuestion {
  search: Search;
  applicationId: string;
  query: { cursor?: string; offset?: number };
}

async function readPosition(
  database: Database,
  { search, applicationId, query }: PositionQuestion,
): Promise<SearchPosition | null> {
  const { cursor, offset } = query;
  if (cursor === undefined) return null;
  if (offset !== undefined) {
    throw refuse('offset', 'not_with_cursor', 'Send cursor or offset, not both.');
  }
  const decoded = decodeSearchCursor(search, cursor);
  if (decoded.kind === 'other search') {
    throw refuse(
      'cursor',
      'cursor_of_another_search',
      'Send a cursor with the parameters of the search it came from, or leave it out.',
    );
  }
  if (decoded.kind === 'position') return decoded.position;
  if (decoded.kind === 'player') {
    const { memberNumber } = decoded;
    const value = await findLastPlayed(database, { memberNumber, applicationId });
    if (value !== undefined) return { memberNumber, name: '', value };
  }
  throw refuse('cursor', 'invalid_cursor', 'Send nextCursor of the page before, unchanged.');
}

function refuse(parameter: string, code: ErrorItemCode, detail: string): ProblemError {
  return new ProblemError('validation_failed', {
    errors: [{ pointer: `/query/${parameter}`, code, detail }],
  });
}
