import errorItemCodesJson from '../catalogue/error-item-codes.json' with { type: 'json' };
import errorsJson from '../catalogue/errors.json' with { type: 'json' };
import eventTypesJson from '../catalogue/event-types.json' with { type: 'json' };
import gameFormatsJson from '../catalogue/game-formats.json' with { type: 'json' };
import rateLimitClassesJson from '../catalogue/rate-limit-classes.json' with { type: 'json' };
import scopesJson from '../catalogue/scopes.json' with { type: 'json' };
import setsJson from '../catalogue/sets.json' with { type: 'json' };
import sportsJson from '../catalogue/sports.json' with { type: 'json' };

export interface Sport {
  code: string;
  name: string;
}

/** How a game of a sport is won, by the name the sport has for it. One that is released never changes. */
export interface GameFormat {
  code: string;
  sport: string;
  name: string;
  /** Whether it is the sport's usual game; there is one for each sport. */
  isDefault: boolean;
  /** Points that win a game, with this lead; beyond them it is won by exactly this lead. */
  winScore: number;
  winBy: number;
  /** The most points there can be, which win by any lead; null where there is no limit. */
  maxScore: number | null;
}

/** What an API key may hold. */
export interface KeyScope {
  name: string;
  /** Whether a key has it for which no scope is named. */
  isDefault: boolean;
}

/** What a player may grant. */
export interface PlayerScope {
  name: string;
  /** What it grants. */
  description: string;
  /** Whether it is asked for where no scope is named. */
  isDefault: boolean;
}

export interface EventType {
  type: string;
  /** Whether it is sent only about players who granted `user:webhook:subscribe`. */
  needsConsent: boolean;
}

/** Operations whose requests are counted together. */
export interface RateLimitClass {
  name: string;
  /** What counts towards it. */
  counts: string;
  requestsPerMinute: number;
}

/** A problem (RFC 9457) that the service answers with. */
export interface Problem {
  code: string;
  status: number;
  title: string;
  detail: string;
  action: string;
  /** The class of the client's error. */
  clientError: string;
}

/** An error of RFC 6749. */
export interface OAuthError {
  error: string;
  status: number;
  description: string;
  action: string;
}

/** The codes of errors of one kind. */
export interface ErrorItemCodes {
  /** Of what they are errors, as it is said in a sentence; empty of those that any body may have. */
  of: string;
  codes: string[];
}

/** What the contract lists. */
export interface Catalogue {
  sports: Sport[];
  gameFormats: GameFormat[];
  scopes: { player: PlayerScope[]; key: KeyScope[] };
  eventTypes: EventType[];
  rateLimitClasses: RateLimitClass[];
  errors: { problems: Problem[]; oauth: OAuthError[] };
  errorItemCodes: ErrorItemCodes[];
  /** Sets whose values need no facts, by name: states, reasons, and what requests choose from. */
  sets: Record<string, string[]>;
}

export const catalogue: Catalogue = {
  sports: sportsJson,
  gameFormats: gameFormatsJson,
  scopes: scopesJson,
  eventTypes: eventTypesJson,
  rateLimitClasses: rateLimitClassesJson,
  errors: errorsJson,
  errorItemCodes: errorItemCodesJson,
  sets: setsJson,
};
