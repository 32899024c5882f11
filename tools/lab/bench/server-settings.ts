import { totalmem } from 'node:os';

// A quarter of the memory, as PostgreSQL's manual recommends. Everything else has its default.
export const serverSettings = {
  shared_buffers: `${Math.round(totalmem() / 4 / 2 ** 20)}MB`,
  effective_cache_size: `${Math.round(totalmem() / 2 / 2 ** 20)}MB`,
  max_wal_size: '8GB',
};
