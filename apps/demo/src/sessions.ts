import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Report } from './matches/report.ts';

/** The player a browser has connected. The token is kept in memory and never leaves it. */
export interface ConnectedPlayer {
  id: string;
  accessToken: string;
  grantedScopes: readonly string[];
}

/** What the application remembers of one browser. */
export interface Session {
  /** The PKCE verifiers of connections begun and not ended, by their `state`. */
  begun: Map<string, string>;
  player: ConnectedPlayer | null;
  reports: Map<string, Report>;
}

/** The sessions of browsers, in memory; a browser holds only a random name of its own. */
export interface Sessions {
  find: (request: FastifyRequest) => Session | null;
  /** The browser's session, begun where there is none. */
  open: (request: FastifyRequest, reply: FastifyReply) => Session;
  /** A new session for a player who has connected, under a name that nobody knew before. */
  renew: (request: FastifyRequest, reply: FastifyReply, player: ConnectedPlayer) => void;
  close: (request: FastifyRequest, reply: FastifyReply) => void;
}

// Cookies do not tell ports apart, and the service may be on the same host, so this has a name of its own.
const COOKIE = 'courtside-club-session';
const ATTRIBUTES = { path: '/', httpOnly: true, sameSite: 'lax' } as const;
const SESSIONS = 1_000;

export function createSessions(): Sessions {
  const sessions = new Map<string, Session>();

  const find = (request: FastifyRequest) => sessions.get(request.cookies[COOKIE] ?? '') ?? null;

  function begin(reply: FastifyReply, player: ConnectedPlayer | null): Session {
    const [oldest] = sessions.keys();
    if (sessions.size >= SESSIONS && oldest !== undefined) sessions.delete(oldest);
    const name = randomBytes(32).toString('base64url');
    const session: Session = { begun: new Map(), player, reports: new Map() };
    sessions.set(name, session);
    reply.setCookie(COOKIE, name, ATTRIBUTES);
    return session;
  }

  return {
    find,
    open: (request, reply) => find(request) ?? begin(reply, null),
    renew: (request, reply, player) => {
      sessions.delete(request.cookies[COOKIE] ?? '');
      begin(reply, player);
    },
    close: (request, reply) => {
      sessions.delete(request.cookies[COOKIE] ?? '');
      reply.clearCookie(COOKIE, ATTRIBUTES);
    },
  };
}
