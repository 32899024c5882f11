import errorsJson from '../errors.json' with { type: 'json' };

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
export interface OAuthFault {
  error: string;
  status: number;
  description: string;
  action: string;
}

/** The errors that the service answers with. */
export interface ErrorCatalogue {
  problems: Problem[];
  oauth: OAuthFault[];
}

export const errors: ErrorCatalogue = errorsJson;
