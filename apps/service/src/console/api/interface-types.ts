/** A field of an operation: a parameter, or a value of the body. */
export interface InterfaceField {
  /** The name of a parameter, or the path of a field of the body, such as `limits.ingest`. */
  readonly name: string;
  readonly in: 'path' | 'query' | 'body';
  /** A command reads a password from standard input and has no option for it. */
  readonly type: 'text' | 'integer' | 'boolean' | 'time' | 'list' | 'password';
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  /** The description in the document. */
  readonly about: string;
  /** All possible values; null if the document lists none. */
  readonly choices: readonly string[] | null;
  readonly default: unknown;
}

/** An operation as commands and pages show it. */
export interface InterfaceOperation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Its command with the positional fields, such as `partner show <clientId>`; null if it has no command. */
  readonly command: string | null;
  /** The description of its section in the document. */
  readonly section: string;
  readonly summary: string;
  readonly about: string;
  readonly fields: readonly InterfaceField[];
  readonly hasBody: boolean;
  /** The field of the answer with the entries of a list; null for any other operation. */
  readonly items: string | null;
  /** The fields of an entry that a table shows. */
  readonly columns: readonly string[];
  /** The message after a change, such as "The key was revoked."; null if it changes nothing. */
  readonly done: string | null;
  /** The action of the audit entry that it writes. */
  readonly audit: string | null;
  /** Whether a page asks an operator for password and code again. */
  readonly confirm: 'authentication' | null;
  /** Whether it starts a job, and whether the job lists differences; null for any other operation. */
  readonly job: 'plain' | 'differences' | null;
  /** When it cannot be undone, so that a command asks for confirmation: `always`, with a flag of this name, or never (null). */
  readonly irreversible: string | null;
  /** Whether a command writes the answer into a file. */
  readonly isFile: boolean;
  /** The role that it needs. */
  readonly role: 'support' | 'admin' | null;
  /** The role in the team that a person of a partner needs; `any` for every person, null if no person may call it. */
  readonly teamRole: 'owner' | 'developer' | 'any' | null;
}
