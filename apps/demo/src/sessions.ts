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

/** The sessions of browsers. A browser has only a random session id. */
export class Sessions {
  readonly #client: PartnerRatingClient;
  readonly #baseUrl: string;
  readonly #path: string;
  readonly #connections: ReturnType<typeof readConnections>;
  readonly #sessions = new Map<string, Session>();

  constructor({ client, baseUrl, path }: SessionsOptions) {
    this.#client = client;
    this.#baseUrl = baseUrl;
    this.#path = path;
    this.#connections = readConnections(path);
    for (const [key, tokens] of this.#connections) {
      this.#sessions.set(key, newSession(this.#playerOf(key, tokens)));
    }
  }

  find(request: FastifyRequest): Session | null {
    return this.#sessions.get(keyOf(request)) ?? null;
  }

  /** Returns the browser's session, and creates one if there is none. */
  open(request: FastifyRequest, reply: FastifyReply): Session {
    const known = this.find(request);
    if (known !== null) return known;
    const session = newSession(null);
    this.#sessions.set(this.#issueCookie(reply), session);
    return session;
  }

  /** Starts a new session, with a new id, for a player who has connected. */
  renew(request: FastifyRequest, reply: FastifyReply, response: TokenResponse): void {
    this.#remove(keyOf(request));
    const key = this.#issueCookie(reply);
    const expires_at = Math.floor(Date.now() / 1_000) + response.expires_in;
    const tokens = { ...response, expires_at };
    this.#connections.set(key, tokens);
    writeConnections(this.#path, this.#connections);
    this.#sessions.set(key, newSession(this.#playerOf(key, tokens)));
  }

  close(request: FastifyRequest, reply: FastifyReply): void {
    this.#remove(keyOf(request));
    reply.clearCookie(COOKIE, ATTRIBUTES);
  }

  // One `TokenSession` for each connected browser. It saves new tokens before any call uses them.
  #playerOf(key: string, { player_id, scope }: SessionTokens): ConnectedPlayer {
    const store: TokenStore = {
      load: async () => this.#connections.get(key) ?? null,
      save: async (tokens) => {
        // Null means that the player has ended the connection.
        if (tokens === null) return this.#remove(key);
        this.#connections.set(key, tokens);
        writeConnections(this.#path, this.#connections);
      },
    };
    const { accessToken } = new TokenSession({ oauth: this.#client.oauth, store });
    const client = new PartnerRatingClient({ accessToken, baseUrl: this.#baseUrl });
    return { id: player_id, grantedScopes: scope, client };
  }

  #remove(key: string): void {
    this.#sessions.delete(key);
    if (this.#connections.delete(key)) writeConnections(this.#path, this.#connections);
  }

  /** Sends the cookie of a new session, and returns the key of the session. */
  #issueCookie(reply: FastifyReply): string {
    if (this.#sessions.size >= MAX_SESSIONS) this.#makeRoom();
    const id = randomBytes(32).toString('base64url');
    reply.setCookie(COOKIE, id, ATTRIBUTES);
    return hash(id);
  }

  // Removes visitors without a connection first, so that many visitors cannot end a connection.
  #makeRoom(): void {
    const keys = [...this.#sessions.keys()];
    const key = keys.find((visitor) => !this.#connections.has(visitor)) ?? keys[0];
    if (key !== undefined) this.#remove(key);
  }
}

// The file stores only a hash of the session id, so a person who reads the file cannot send the cookie.
function keyOf(request: FastifyRequest): string {
  return hash(request.cookies[COOKIE] ?? '');
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
