/** A token or code that the service gave, and what it may do. */
export interface KnownToken {
  value: string;
  partner: number;
  player: number;
  scopes: string[];
  expiresAt: number;
  /** The code it descends from: what revokes one of a family revokes all. */
  family: number;
  isRevoked: boolean;
}

export interface KnownRefreshToken extends KnownToken {
  /** When it was exchanged, and for which tokens. */
  usedAt: number | null;
  successor: KnownRefreshToken | null;
}

export interface KnownMatch {
  id: string;
  partner: number;
  sport: string;
  identifier: string;
  players: string[];
  isVoided: boolean;
}

export interface KnownAnswer {
  partner: number;
  url: string;
  key: string;
  payload: unknown;
  body: string;
  at: number;
}

/**
 * What must hold, as far as it follows from what was answered: no row of the service's database is looked at here.
 */
export class Model {
  /** By `partner player`: the scopes that a player has granted. */
  readonly grants = new Map<string, string[]>();
  readonly accessTokens: KnownToken[] = [];
  readonly refreshTokens: KnownRefreshToken[] = [];
  readonly matches: KnownMatch[] = [];
  readonly answers: KnownAnswer[] = [];
  /** Result answers that were acknowledged: `match member` and what was said. */
  readonly responses = new Map<string, string>();
  readonly suspended = new Set<number>();
  readonly locked = new Set<number>();
  readonly erased = new Set<number>();
  readonly hidden = new Set<number>();
  families = 0;

  grantOf(partner: number, player: number): string[] | null {
    return this.grants.get(keyOf(partner, player)) ?? null;
  }

  grant(partner: number, player: number, scopes: readonly string[]): void {
    this.grants.set(keyOf(partner, player), [...scopes]);
  }

  disconnect(partner: number, player: number): void {
    this.grants.delete(keyOf(partner, player));
    this.revokeWhere((token) => token.partner === partner && token.player === player);
  }

  revokeWhere(isMeant: (token: KnownToken) => boolean): void {
    for (const token of [...this.accessTokens, ...this.refreshTokens]) {
      if (isMeant(token)) token.isRevoked = true;
    }
  }

  /** What an access token may do now; null where it must be refused. */
  scopesOf(token: KnownToken, now: number): string[] | null {
    const granted = this.grantOf(token.partner, token.player);
    const isLive = !token.isRevoked && token.expiresAt > now && granted !== null;
    if (!isLive) return null;
    return token.scopes.filter((scope) => granted.includes(scope));
  }

  erase(player: number): void {
    this.erased.add(player);
    for (const key of [...this.grants.keys()]) {
      if (key.endsWith(` ${player}`)) this.grants.delete(key);
    }
    this.revokeWhere((token) => token.player === player);
  }
}

const keyOf = (partner: number, player: number) => `${partner} ${player}`;
