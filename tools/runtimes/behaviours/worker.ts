import { runImported } from './module.ts';
import type { Setting } from './setting.ts';

/** Answers a setting with the outcomes of the behaviours. */
export default {
  fetch: async (request: Request): Promise<Response> =>
    Response.json(await runImported((await request.json()) as Setting)),
};
