import type { Program } from './program.ts';
import { chromium, firefox, webkit } from './programs/browsers.ts';
import { openapiFetch, orval } from './programs/generated-clients.ts';
import { mcpClient } from './programs/mcp-client.ts';
import { oauth4webapi } from './programs/oauth4webapi.ts';
import { openidClient } from './programs/openid-client.ts';
import { passport } from './programs/passport.ts';
import { prism } from './programs/prism.ts';
import { mypy, pyright } from './programs/python-checkers.ts';
import { simpleOauth2 } from './programs/simple-oauth2.ts';
import { spectral } from './programs/spectral.ts';
import { standardwebhooks, svix } from './programs/webhook-verifiers.ts';

/** All programs, in the order of the table. */
export const programs: readonly Program[] = [
  openidClient,
  oauth4webapi,
  simpleOauth2,
  passport,
  chromium,
  firefox,
  webkit,
  svix,
  standardwebhooks,
  orval,
  openapiFetch,
  mypy,
  pyright,
  mcpClient,
  prism,
  spectral,
];
