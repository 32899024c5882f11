import type { Answer } from './contract.ts';

/**
 * Lets a page of any origin call the mock (Fetch standard, CORS protocol). The service does not: its
 * keys belong on servers. `*` stands for every header but Authorization, which has to be named.
 */
export const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': '*',
};

/** The answer to a browser that asks whether it may. */
export const preflightAnswer: Answer = {
  status: 204,
  headers: {
    'access-control-allow-headers': '*, Authorization',
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    'access-control-max-age': '7200',
  },
  body: undefined,
};
