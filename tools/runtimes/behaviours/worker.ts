import { runImported } from './module.ts';
import type { Setting } from './setting.ts';

/** Answers a setting with what became of the behaviours there. */
export default {
  fetch: async (request: Request): Promise<Response> =>
    Response.json(await runImported((await request.json()) as Setting)),
};
