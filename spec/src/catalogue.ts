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

/** A format of a game in a sport, with its name. A released format never changes. */
export interface GameFormat {
  code: string;
  sport: string;
  name: string;
  /** Whether it is the sport's usual format. Each sport has one. */
  isDefault: boolean;
  /** The points that win a game, if the lead is at least `winBy`. Above them, the lead must be exactly `winBy`. */
  winScore: number;
  winBy: number;
  /** The maximum of points, which wins with any lead. Null if there is no limit. */
  maxScore: number | null;
}

/** A scope of API keys. */
export interface KeyScope {
  name: string;
  /** Whether a key has it by default. */
  isDefault: boolean;
}

/** A scope that a player can grant. */
export interface PlayerScope {
  name: string;
  /** What it grants. */
  description: string;
  /** Whether an authorization asks for it by default. */
  isDefault: boolean;
}

export interface EventType {
  type: string;
  /** Whether it is sent only about players who granted `user:webhook:subscribe`. */
  needsConsent: boolean;
}

/** A class of operations whose requests are counted together. */
export interface RateLimitClass {
  name: string;
  /** The requests that count in it. */
  counts: string;
  requestsPerMinute: number;
}

/** A problem (RFC 9457) that the service returns. */
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
  /** What the errors are about, for use in a sentence. Empty for errors that any body may have. */
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
  /** Sets whose values have no further facts, by name: states, reasons, and choices in requests. */
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
