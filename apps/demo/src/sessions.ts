import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Report } from './matches/report.ts';

/** The player a browser has connected. The token is stored in memory only. */
export interface ConnectedPlayer {
  id: string;
  accessToken: string;
  grantedScopes: readonly string[];
}

/** The state of one browser. */
export interface Session {
  /** The PKCE verifiers of authorizations in progress, by their `state`. */
  pendingVerifiers: Map<string, string>;
  player: ConnectedPlayer | null;
  reports: Map<string, Report>;
}

/** The sessions of browsers, in memory; a browser has only a random session id. */
export interface Sessions {
  find: (request: FastifyRequest) => Session | null;
  /** The browser's session, created where there is none. */
  open: (request: FastifyRequest, reply: FastifyReply) => Session;
  /** A new session, with a new id, for a player who has connected. */
  renew: (request: FastifyRequest, reply: FastifyReply, player: ConnectedPlayer) => void;
  close: (request: FastifyRequest, reply: FastifyReply) => void;
}

// Cookies are shared by all ports of a host, and the service may be on the same host: its name is distinct.
const COOKIE = 'courtside-club-session';
const ATTRIBUTES = { path: '/', httpOnly: true, sameSite: 'lax' } as const;
const MAX_SESSIONS = 1_000;

export function createSessions(): Sessions {
  const sessions = new Map<string, Session>();

  const find = (request: FastifyRequest) => sessions.get(request.cookies[COOKIE] ?? '') ?? null;

  function create(reply: FastifyReply, player: ConnectedPlayer | null): Session {
    const [oldest] = sessions.keys();
    if (sessions.size >= MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
    const id = randomBytes(32).toString('base64url');
    const session: Session = { pendingVerifiers: new Map(), player, reports: new Map() };
    sessions.set(id, session);
    reply.setCookie(COOKIE, id, ATTRIBUTES);
    return session;
  }

  return {
    find,
    open: (request, reply) => find(request) ?? create(reply, null),
    renew: (request, reply, player) => {
      sessions.delete(request.cookies[COOKIE] ?? '');
      create(reply, player);
    },
    close: (request, reply) => {
      sessions.delete(request.cookies[COOKIE] ?? '');
      reply.clearCookie(COOKIE, ATTRIBUTES);
    },
  };
}
