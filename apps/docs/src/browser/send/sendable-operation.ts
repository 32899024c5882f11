/** An operation as the form needs it that sends it; made from the contract when the site is built. */
export interface SendableOperation {
  method: string;
  path: string;
  /** Of which one is sent; empty where none is needed. */
  credentials: Credential[];
  parameters: SendableParameter[];
  /** Bodies to begin with, of its named examples. */
  bodies: SendableBody[];
  isBodyRequired: boolean;
}

export type Credential = 'ApiKey' | 'AccessToken';

interface SendableParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  example: string;
  /** Whether the request has it unless the reader takes it out. */
  isFilledIn: boolean;
}

export interface SendableBody {
  label: string;
  mediaType: string;
  text: string;
}

/** What is sent from the page, and where to. */
export interface Sendable {
  servers: { label: string; address: string; isMock: boolean }[];
  /** By where the reference describes them: `/matches/matches.submit`. */
  operations: Record<string, SendableOperation>;
}
