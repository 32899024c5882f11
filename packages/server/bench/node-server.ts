// A server of the overhead benchmark: the stubs with `node:http`.

import { createNodeServer } from '../src/node/index.ts';
import { serveBenchmark } from './serve-benchmark.ts';
import { options } from './stub-options.ts';

const server = createNodeServer(options);
server.listen(0, '127.0.0.1', () => serveBenchmark(server));
