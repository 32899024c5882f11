/** A value that a command or a form asks for. */
export interface InterfaceField {
  /** The name of a parameter, or the path of a field of the body, such as `limits.ingest`. */
  readonly name: string;
  readonly in: 'path' | 'query' | 'body';
  /** A command reads a password from standard input, and has no option for it. */
  readonly type: 'text' | 'integer' | 'boolean' | 'time' | 'list' | 'password';
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  /** What it means, in the words of the document. */
  readonly about: string;
  /** All that it can be; null if that is no list. */
  readonly choices: readonly string[] | null;
  readonly default: unknown;
}

/** An operation as commands and pages show it. */
export interface InterfaceOperation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Its command, with the fields that have no name in it: `partner show <clientId>`; null if it has none. */
  readonly command: string | null;
  /** What its section of the document is about. */
  readonly section: string;
  readonly summary: string;
  readonly about: string;
  readonly fields: readonly InterfaceField[];
  readonly hasBody: boolean;
  /** The field of the answer with the entries of a list; null for any other operation. */
  readonly items: string | null;
  /** The fields of an entry that a table shows. */
  readonly columns: readonly string[];
  /** What was done, for an operation that changes something. */
  readonly done: string | null;
  /** The action of the audit entry that it writes. */
  readonly audit: string | null;
  /** Whether an operator at a page enters password and code again before. */
  readonly confirm: 'authentication' | null;
  /** Whether it starts a job, and whether that lists differences; null for any other operation. */
  readonly job: 'plain' | 'differences' | null;
  /** Whether it cannot be undone, so that a command asks before. */
  readonly isIrreversible: boolean;
  /** Whether its answer is a document of its own, which a command writes into a file. */
  readonly isFile: boolean;
  /** The role that it needs. */
  readonly role: 'support' | 'admin' | null;
  /** What a person of a partner must be in the team; `any` for every person, and null if none may call it. */
  readonly teamRole: 'owner' | 'developer' | 'any' | null;
}
