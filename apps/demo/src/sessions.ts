import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import {
  PartnerRatingClient,
  type SessionTokens,
  type TokenResponse,
  TokenSession,
  type TokenStore,
} from '@partner-rating/client';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Report } from './matches/report.ts';

/** The player who connected in a browser. */
export interface ConnectedPlayer {
  id: string;
  grantedScopes: readonly string[];
  /** A client with the player's access token, which it refreshes before it expires. */
  client: PartnerRatingClient;
}

/** The state of one browser. */
interface Session {
  /** The PKCE verifiers of authorizations in progress, by their `state`. */
  pendingVerifiers: Map<string, string>;
  player: ConnectedPlayer | null;
  reports: Map<string, Report>;
}

/** The sessions of browsers. A browser has only a random session id. */
export interface Sessions {
  find: (request: FastifyRequest) => Session | null;
  /** Returns the browser's session, and creates one if there is none. */
  open: (request: FastifyRequest, reply: FastifyReply) => Session;
  /** Starts a new session, with a new id, for a player who has connected. */
  renew: (request: FastifyRequest, reply: FastifyReply, tokens: TokenResponse) => void;
  close: (request: FastifyRequest, reply: FastifyReply) => void;
}

interface SessionsOptions {
  /** The client with the application's API key, which is needed to refresh tokens. */
  client: PartnerRatingClient;
  /** The base address of the service. */
  baseUrl: string;
  /** The file in which connections are stored, so that a restart loses none. */
  path: string;
}

// All ports of a host share cookies, and the service may be on the same host. So this name differs from the service's.
const COOKIE = 'courtside-club-session';
// The cookie lives as long as the connection: a refresh token that is not used for 90 days expires.
const ATTRIBUTES = { path: '/', httpOnly: true, sameSite: 'lax', maxAge: 90 * 86_400 } as const;
const MAX_SESSIONS = 1_000;

export function createSessions({ client, baseUrl, path }: SessionsOptions): Sessions {
  const connections = readConnections(path);
  const sessions = new Map<string, Session>();
  for (const [key, tokens] of connections) sessions.set(key, newSession(playerOf(key, tokens)));

  // The file stores only a hash of the session id, so a person who reads the file cannot send the cookie.
  const keyOf = (request: FastifyRequest) => hash(request.cookies[COOKIE] ?? '');
  const find = (request: FastifyRequest) => sessions.get(keyOf(request)) ?? null;

  // One `TokenSession` for each connected browser. It saves new tokens before any call uses them.
  function playerOf(key: string, { player_id, scope }: SessionTokens): ConnectedPlayer {
    const store: TokenStore = {
      load: async () => connections.get(key) ?? null,
      save: async (tokens) => {
        // Null means that the player has ended the connection.
        if (tokens === null) return remove(key);
        connections.set(key, tokens);
        writeConnections(path, connections);
      },
    };
    const { accessToken } = new TokenSession({ oauth: client.oauth, store });
    const playersClient = new PartnerRatingClient({ accessToken, baseUrl });
    return { id: player_id, grantedScopes: scope, client: playersClient };
  }

  function remove(key: string): void {
    sessions.delete(key);
    if (connections.delete(key)) writeConnections(path, connections);
  }

  // Removes visitors without a connection first, so that many visitors cannot end a connection.
  function makeRoom(): void {
    const keys = [...sessions.keys()];
    const key = keys.find((visitor) => !connections.has(visitor)) ?? keys[0];
    if (key !== undefined) remove(key);
  }

  /** Sends the cookie of a new session, and returns the key of the session. */
  function issueCookie(reply: FastifyReply): string {
    if (sessions.size >= MAX_SESSIONS) makeRoom();
    const id = randomBytes(32).toString('base64url');
    reply.setCookie(COOKIE, id, ATTRIBUTES);
    return hash(id);
  }

  return {
    find,
    open: (request, reply) => {
      const known = find(request);
      if (known !== null) return known;
      const session = newSession(null);
      sessions.set(issueCookie(reply), session);
      return session;
    },
    renew: (request, reply, response) => {
      remove(keyOf(request));
      const key = issueCookie(reply);
      const expires_at = Math.floor(Date.now() / 1_000) + response.expires_in;
      const tokens = { ...response, expires_at };
      connections.set(key, tokens);
      writeConnections(path, connections);
      sessions.set(key, newSession(playerOf(key, tokens)));
    },
    close: (request, reply) => {
      remove(keyOf(request));
      reply.clearCookie(COOKIE, ATTRIBUTES);
    },
  };
}

function newSession(player: ConnectedPlayer | null): Session {
  return { pendingVerifiers: new Map(), player, reports: new Map() };
}

function hash(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

/** The tokens of connected players, by the key of their session. */
type StoredConnections = Map<string, SessionTokens>;

/** Reads the stored connections. There are none if the file does not exist yet. */
function readConnections(path: string): StoredConnections {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8'))));
  } catch (error) {
    if (error instanceof Error && 'code' in error) return new Map();
    throw new Error(`${path} is not JSON. Delete it. The players must then connect again.`);
  }
}

/**
 * Replaces the file atomically, by renaming, so that a killed process leaves either the old file or the new one. In
 * your application, use a table with encrypted rows instead.
 */
function writeConnections(path: string, connections: StoredConnections): void {
  const text = JSON.stringify(Object.fromEntries(connections), null, 2);
  // Only the owner may read it: the tokens are secrets.
  writeFileSync(`${path}.new`, `${text}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
