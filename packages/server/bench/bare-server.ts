// The compared server of the overhead benchmark: `node:http` without the stubs.

import { createServer } from 'node:http';
import { member } from './member.ts';
import { serveBenchmark } from './serve-benchmark.ts';

const server = createServer((_request, response) => {
  const body = JSON.stringify(member);
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => serveBenchmark(server));
