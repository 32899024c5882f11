// Does what curl does with the options that the guides use; see shell.ts.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd' },
    // Only for real curl: these requests should succeed.
    retry: { type: 'string' },
  },
});

const [url = ''] = positionals;
const { data } = values;
// Like curl, removes the line breaks of a file.
const body = data?.startsWith('@')
  ? readFileSync(data === '@-' ? 0 : data.slice(1), 'utf8').replace(/[\r\n]/g, '')
  : data;
const headers = new Headers(
  values.header.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  }),
);
if (body !== undefined && !headers.has('content-type')) {
  headers.set('content-type', 'application/x-www-form-urlencoded');
}
const answer = await fetch(url, {
  method: values.request ?? (body === undefined ? 'GET' : 'POST'),
  headers,
  ...(body !== undefined && { body }),
});
process.stdout.write(await answer.text());
