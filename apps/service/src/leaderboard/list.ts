import type { Handler } from '@partner-rating/server';
import type { Dependencies } from '../dependencies.ts';
import type { Caller } from '../http/caller.ts';
import { foldShort } from '../members/domain/name-columns.ts';
import { findPlaceWith } from '../paging/place.ts';
import { decodeBoardCursor } from './domain/board-cursor.ts';
import { readBoard } from './read-board.ts';
import { readPage } from './read-page.ts';

export function list({ database }: Dependencies): Handler<'leaderboard.list', Caller> {
  return async ({ query }, { principal }) => {
    const part = query.search === undefined ? null : foldShort(query.search);
    const view = { board: readBoard(query, '/query'), part };
    const after = findPlaceWith(query, (cursor) => decodeBoardCursor(view, cursor));
    const { limit, offset = 0 } = query;
    const wanted = { after, offset, limit };
    return { status: 200, body: await readPage(database, principal.applicationId, view, wanted) };
  };
}
