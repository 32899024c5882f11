// A server of the overhead benchmark: the stubs with Fastify.

import { fastify } from 'fastify';
import { fastifyOptions, partnerRatingServer } from '../src/fastify/index.ts';
import { serveBenchmark } from './serve-benchmark.ts';
import { options } from './stub-options.ts';

const app = fastify(fastifyOptions(options));
await app.register(partnerRatingServer, options);
await app.listen({ host: '127.0.0.1', port: 0 });
serveBenchmark(app.server);
