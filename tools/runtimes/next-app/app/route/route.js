import { runImported } from '../../behaviours/module.js';

export async function GET(request) {
  return Response.json(await runImported(JSON.parse(request.headers.get('x-setting'))));
}
