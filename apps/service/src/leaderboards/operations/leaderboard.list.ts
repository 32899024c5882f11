import type { Handler } from '@partner-rating/server';
import { foldShort } from '../../members/domain/names.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { readPositionWith } from '../../platform/paging.ts';
import { decodeBoardCursor } from '../domain/board.ts';
import { readBoard, readPage } from '../read-page.ts';

export function list(dependencies: Dependencies): Handler<'leaderboard.list', Caller> {
  const { database, clock } = dependencies;
  return async ({ query }, { principal }) => {
    const part = query.search === undefined ? null : foldShort(query.search);
    const view = { board: await readBoard(dependencies, query, '/query'), part };
    const after = readPositionWith(query, (cursor) => decodeBoardCursor(view, cursor));
    const { limit, offset = 0 } = query;
    const wanted = { after, offset, limit };
    const reader = { applicationId: principal.applicationId, now: clock() };
    return { status: 200, body: await readPage(database, reader, view, wanted) };
  };
}
